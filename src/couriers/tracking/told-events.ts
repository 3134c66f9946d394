import { phaseOf, type ShipmentState } from '../../orders/tracking/shipment-state.js';

/** Returns true if a push alone may tell this: a scan on the way of what was handed over. */
export function isMove(state: ShipmentState, shipmentId: number | null): boolean {
  return shipmentId !== null && phaseOf(state) <= 1;
}
