import type { EntityManager } from 'typeorm';
import type { CouriersService } from '../fulfillment/shipping/couriers.service.js';
import type { NewShipment } from '../fulfillment/shipping/shipping.service.js';
import { trackingUrlOf } from '../fulfillment/shipping/tracking-url.js';
import type { CourierBooking } from './bookings/courier-booking.entity.js';
import { COURIERS } from './couriers.js';

/** Makes what a shipment says of its courier. The house's template of a tracking page wins over the adapter's. */
export async function sentBy(
  couriers: CouriersService,
  manager: EntityManager,
  { kind, courierName, awb }: Pick<CourierBooking, 'kind' | 'courierName'> & { awb: string },
): Promise<Pick<NewShipment, 'courier' | 'trackingNumber' | 'trackingUrl'>> {
  const { label, trackingUrl: page } = COURIERS[kind]!;
  const shipment = { courier: courierName ?? label, trackingNumber: awb };
  const own = await couriers.findTrackingUrl(manager, shipment);
  return { ...shipment, trackingUrl: own ?? trackingUrlOf(page, awb) };
}
