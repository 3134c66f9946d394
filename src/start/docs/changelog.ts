/** Changes of the Store API in a release, for developers of stores. */
interface Release {
  /** The document's version. */
  version: string;
  /** ISO 8601 */
  date: string;
  changes: readonly string[];
}

/** Releases of the Store API, latest first. A change that breaks no store needs no new version. */
export const CHANGELOG = [
  {
    version: '1.5',
    date: '2026-12-01',
    changes: [
      'limit of a list is digits: 1e1, which was read as 10, is 422 integer_expected.',
      'The corrections of an order have the header X-Address-Warning, about the address as it is then.',
      'X-Poll-Interval of an order with an open return is 1800, of a test order 15: a decision is seen in time.',
      'The 412 changed_meanwhile has order_number and order_status. If-Match needs the strong tag: with W/ it is a 412.',
      'include=shipments and GET /api/orders/{order_number}: a shipment has state, expected_at, events and failure, and its own delivered_at, if its courier is asked. The list of orders lists an order as changed when a delivery failed, or a shipment goes back, ends, or is expected on another day.',
      'Test products WSO-TEST-FAILED-DELIVERY and WSO-TEST-UNDELIVERED: a delivery that fails once, and one that comes back.',
      'The 422 of an invalid repetition of an order has edited_fields: where it differs from the order that exists, the invalid fields included.',
      'GET /api/serviceability: a country that neither ISO 3166 nor a delivery zone names is not serviceable. Orders are as before.',
      'GET /api/orders and GET /api/orders/{order_number}/status take include=returns,refunds,documents,details, too. A refund has id, delivery, return_id and document_id, a document shipment_id and refund_id. documents of the whole order is filled: generate validators again that were made from the documents of 1.3 or 1.4, which say that it is empty. The list has an order again when a document is issued later, a refund is taken back, or its customer is erased.',
      'Returns have origin, return_address, instructions, courier, tracking_number, tracking_url and sent_at. PATCH /api/orders/{order_number}/returns/{return_id} says how the units of an awaited return were sent (409 not_awaited). A box that comes back undelivered has the origin undelivered: nothing of it is to be sent.',
      'GET /api/orders?cursor= and GET /api/changes?since= take wait, 0 to 30 seconds: the answer comes with the first change. Without it, all is as before.',
      'POST /api/orders/{order_number}/shipments/{shipment_id}/answer answers a failed delivery: failure of a shipment has the possible actions and the answer (404 failure_not_found, 409 not_answerable). It takes an Idempotency-Key.',
      'An order may have a gift_message of up to 200 characters, which the packing slip prints. include=details and GET /api/orders/{order_number} show it, a PATCH corrects it.',
      'include=details and GET /api/orders/{order_number} have cancel_reason: the reason that the order was canceled with, if your store or your company canceled it.',
      'X-Phone-Warning says no_mobile of a number that couriers do not call. GET /api/orders?since= is 422: it takes cursor.',
      'An item may name a combination by its code, which include=details shows: as variation, or alone as sku.',
    ],
  },
  {
    version: '1.4',
    date: '2026-11-25',
    changes: [
      'include=details adds mrp: the maximum retail price of one unit, taxes included.',
      'The 422 of an order or a quote has all problems: an invalid field no longer hides an unknown SKU, a wrong variation or missing stock of the others.',
      'POST /api/orders has the header X-Address-Warning, and a quote address_warning: the state is not understood, or the pincode is of another one. The order is placed all the same.',
    ],
  },
  {
    version: '1.3',
    date: '2026-11-22',
    changes: [
      'A known store_order_id takes precedence over an Idempotency-Key: a key that is repeated with an edited body of the same order is answered with 409 duplicate_order instead of 422 idempotency_mismatch.',
      'The 409 duplicate_order of an order has differs: where the request differs from the order as it is now. The 422 idempotency_mismatch of an order has order_number, store_order_id and order_status. So has the 422 validation_failed of an invalid body whose store_order_id or key has placed an order. An answer with an order number means that the order exists.',
      'GET /api/orders/{order_number}: a whole order with its customer, address, shipments and refunds.',
      'PATCH /api/orders/{order_number} corrects the customer, the address and the notes until something is shipped; If-Match with the ETag of the order: 412 changed_meanwhile if it has changed since.',
      'GET /api/orders and GET /api/orders/{order_number}/status take include=shipments: every shipment with its units.',
      'POST /api/orders/{order_number}/returns requests the return of units of a shipped order; returns of GET /api/orders/{order_number} shows what becomes of it (409 duplicate_return, not_returnable). returns also has what came back without a request. POST /api/orders/{order_number}/returns/{return_id}/withdraw withdraws one that was not accepted yet (409 not_withdrawable).',
      'GET /api/wallet: balance, debt and credit, for tokens that the client allows to read it (403 not_allowed); GET /api/me has auto_pay.',
      'GET /api/orders has reset and lost_after: the service has lost changes that the caller received. POST /api/orders/reconcile says which orders exist, so that a store places again what is missing.',
      'include=details adds variation_codes and variation_images: code and picture of each combination, by variation key.',
      'GET /api/orders/{order_number}/documents lists the invoices and credit notes of an order, GET /api/documents/{id}/pdf is one as a PDF (404 document_not_found).',
      'GET /api/serviceability: whether an address is delivered to, and at which surcharge.',
    ],
  },
  {
    version: '1.2',
    date: '2026-11-21',
    changes: [
      'GET /api/products and GET /api/changes take include=variations,delivery: a copy from which every product can be sold; include=details adds GTIN, HSN, brand, weight and GST rate.',
      'GET /api/changes takes include=changed: each product says whether nothing but its stock changed.',
      'POST /api/orders/{order_number}/cancel and PATCH /api/orders/{order_number}/shipping, until something is shipped.',
      'The correction of an address names at least one field of it, or is refused with 422 validation_failed; its 409 not_correctable has order_number and order_status.',
      'POST /api/orders/quote takes items alone, with a pincode where it is known.',
      'The 404 order_not_found of an order that was closed long ago and is archived has order_number and order_status.',
      'Delivery zones: a surcharge by pincode, delivery_surcharge in quotes, and 422 not_serviceable.',
    ],
  },
  {
    version: '1.1',
    date: '2026-11-20',
    changes: [
      'GET /api/changes: what changed of the products since the last time.',
      'GET /api/orders: all orders with one call, by status or by their latest change.',
      'GET /api/products takes updated_since.',
      'Orders and quotes may be refused with 422 reservation_limit: unpaid orders hold as much as they may.',
      'Test tokens: orders that are never charged or shipped, and SKUs that move them through every status; header X-Mode.',
    ],
  },
  {
    version: '1.0',
    date: '2026-11-20',
    changes: [
      'Products at the wholesale prices of your plan, one product, its stock by variation.',
      'Orders with reserved stock, and their status with tracking and timeline.',
      'ETags on the GETs of products, stock and status; Idempotency-Key on orders.',
      'GET /api/me: client, plan, subscription and limits of a token; a refused domain is reported as the service read it.',
      'GET /api/products takes limit, cursor, category and in_stock.',
      'GET /api/stock: the stock of up to 500 products at once.',
      'POST /api/orders/quote: what an order would cost, without placing it.',
      'X-Poll-Interval on stock, the product list and order status: when to look again.',
    ],
  },
] as const satisfies readonly Release[];

export const STORE_API_VERSION = CHANGELOG[0].version;
