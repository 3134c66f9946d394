// No imports: the web application uses this file too.

/**
 * - `booking`: it has no AWB yet
 * - `booked`: its box can be packed and handed over
 * - `problem`: the courier refused it, or a person has to decide
 */
export const PACKED_STATES = ['booking', 'booked', 'problem'] as const;
export type PackedState = (typeof PACKED_STATES)[number];

/** Filters of the pick list by bookings. An order of several is found by each of their states. */
export const BOOKING_FILTERS = ['none', ...PACKED_STATES, 'not_printed'] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];
