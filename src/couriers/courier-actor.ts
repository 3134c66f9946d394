/** The actor in the audit log for what couriers tell, and for the calls of bookings. */
export const COURIER_ACTOR = 'courier';
