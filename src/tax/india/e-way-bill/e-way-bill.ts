import { stateOfAddress } from '../../../platform/gst/read-state.js';
import type { DocumentContent } from '../../documents/document-content.js';
import { eWayBillThreshold } from '../thresholds.js';

/** Returns true if the goods of a document need an e-way bill: their value with tax is above the state's limit. */
export function needsEWayBill({
  supplier,
  ship_to,
  issued_on,
  total_minor,
}: DocumentContent): boolean {
  if (ship_to === null) return false;
  const from = supplier.address.state;
  const isWithin = stateOfAddress(ship_to.state, ship_to.pincode) === from;
  return total_minor > eWayBillThreshold(issued_on, isWithin ? from : null);
}
