/** Where the goods of a shipment are, as couriers tell it. */
export const SHIPMENT_STATES = [
  'handed_over',
  'picked_up',
  'in_transit',
  'at_destination',
  'out_for_delivery',
  'failed_attempt',
  'returning',
  'delivered',
  'returned',
  'lost',
  'destroyed',
] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];
