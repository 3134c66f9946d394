import { EXAMPLE_URL } from '../../platform/http/openapi/example-url.js';

/** Answers of the list of an order's documents. */
export const ORDER_DOCUMENTS_EXAMPLES = {
  invoiced: {
    summary: 'One shipment',
    value: {
      success: true,
      data: [
        {
          id: 17,
          number: 'WS-2627-000017',
          kind: 'invoice',
          shipment_id: 7,
          refund_id: null,
          issued_on: '2026-11-22',
          total: 3029.31,
          taxable: 2729.64,
          tax: { cgst: 0, sgst: 0, igst: 299.67 },
          pdf_url: `${EXAMPLE_URL}/api/documents/17/pdf`,
        },
      ],
    },
  },
  'not shipped': { summary: 'Nothing is shipped yet', value: { success: true, data: [] } },
};
