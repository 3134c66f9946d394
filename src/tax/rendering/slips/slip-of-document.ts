import { dayText } from '../../../platform/figures.js';
import type { DocumentContent } from '../../documents/document-content.js';
import { addressLines } from '../../../platform/gst/address-lines.js';
import type { Slip } from './slips-pdf.js';

/** Makes the packing slip of the shipment of a document; null for a credit note. */
export function slipOfDocument(content: DocumentContent): Slip | null {
  const { ship_to: shipTo, recipient, store_order_id: storeOrder, lines } = content;
  if (shipTo === null) return null;
  return {
    orderNumber: content.order_number,
    client: {
      name: recipient.name,
      address: recipient.address === null ? [] : addressLines(recipient.address),
    },
    // Documents are stored without telephone.
    consignee: { ...shipTo, phone: null },
    facts: [
      `Shipped ${dayText(content.issued_on)}`,
      ...(storeOrder === null ? [] : [`Your order ${storeOrder}`]),
    ],
    lines: lines.map(({ sku, description, units }) => ({ sku, item: description, units: units! })),
    notes: [],
  };
}
