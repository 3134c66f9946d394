import type { ErrorCode } from '../../../src/platform/http/errors.js';

/** The advice on an error code, in Markdown. */
export interface ErrorGuide {
  /** The cause of the error. */
  happens: string;
  /** The advice to the integrator. */
  todo: string;
}

/** The error codes that the Store API answers; a test demands an entry for each. */
export const ERROR_GUIDE: Partial<Record<ErrorCode, ErrorGuide>> = {
  malformed_json: {
    happens:
      'The body of the request is not JSON, or is not in UTF-8. `message` has the position of the error.',
    todo: 'Create the body with the JSON function of your language instead of concatenating strings. Do not repeat the same body.',
  },
  malformed_request: {
    happens:
      'The request is not valid HTTP: it has a broken request line or header, no `Host` or two, or a body that ends too early.',
    todo: 'Use an HTTP library. If there is a proxy between your server and us, check it. The connection is closed.',
  },
  token_missing: {
    happens: 'The header `Authorization` is missing, or does not begin with `Bearer `.',
    todo: 'Send `Authorization: Bearer <API_TOKEN>` with every request. Some web servers remove this header: Apache needs `CGIPassAuth On` for PHP.',
  },
  token_invalid: {
    happens:
      'The token is unknown, has expired, or was revoked. A space or a line break that was copied with it has the same effect.',
    todo: 'Compare its last four characters with the list in the dashboard, section API access. “Test my connection” there says what is wrong, and “Refused requests” has the calls of the last 30 days. Create another token, and stop the calls until it is in place: too many refused calls from one address are limited.',
  },
  domain_missing: {
    happens: 'The token is good, but the header `X-Client-Domain` is missing or empty.',
    todo: 'Send the domain that the token is registered to, such as `X-Client-Domain: your-store.example`.',
  },
  not_allowed: {
    happens: 'The token may not read the wallet. No token may at first.',
    todo: 'Allow it in the dashboard, under API access, if your store needs the balance. It takes effect with the next request.',
  },
  domain_mismatch: {
    happens:
      'The token is registered to another domain. `message` shows what was received, as it was compared: without `https://` and `www.`, in lower case.',
    todo: 'Send the domain as the dashboard shows it, without port, path or slash at its end. “Test my connection” in the dashboard, section API access, checks both headers.',
  },
  subscription_inactive: {
    happens: 'Token and domain are right, but the subscription has ended or has not started.',
    todo: 'Renew it; the dashboard still lets you sign in. Until then every call has this answer, so stop polling and tell a person.',
  },
  route_not_found: {
    happens: 'The path is not that of an operation, or cannot be decoded.',
    todo: 'See the reference. The base URL has no `/api` at its end: every path begins with it. Encode keys in it: a `/` within a SKU is `%2F`.',
  },
  method_not_allowed: {
    happens: 'The path exists, but not with this method.',
    todo: 'See the header `Allow`.',
  },
  product_not_found: {
    happens:
      'No active product with a price on your plan has this SKU. SKUs are compared exactly, letter case included.',
    todo: 'Stop selling the product and remove it from your copy. If it returns, `/api/changes` lists it.',
  },
  order_not_found: {
    happens:
      'None of your orders has this order number or `store_order_id`. Orders of test tokens are found by test tokens only.',
    todo: 'After an order that got no answer this means that it did not arrive: place it again with the same `store_order_id`.',
  },
  document_not_found: {
    happens: 'None of your orders has a document with this id. Test orders have no documents.',
    todo: 'Take the address from `pdf_url` of `GET /api/orders/{order_number}/documents`.',
  },
  request_timeout: {
    happens: 'The request did not arrive completely in time. The connection is closed.',
    todo: 'Try again. Check that your client sends as many bytes as `Content-Length` says.',
  },
  duplicate_order: {
    happens:
      'An order with this `store_order_id` exists already; nothing more was ordered. `order_number` and `order_status` name it. `differs` lists what your request has otherwise than the order has it now; `differs` is null if the order is archived or its customer was erased; `same_request` is about the request that placed it.',
    todo: 'The order exists: store its number, and go on by `order_status`, because it may have been canceled or have expired since. If `differs` lists `items`, cancel it; if it lists anything else, [correct it](/docs/reference#correctOrder).',
  },
  duplicate_return: {
    happens:
      'The order has a return that is neither declined nor withdrawn; no other was stored. `return` has it, `order_number` and `order_status` name the order, `same_request` says whether your request asks for the same.',
    todo: 'Go on by the `status` of the return.',
  },
  not_returnable: {
    happens:
      'Not all of the order was shipped yet, or it has ended, was returned, or its customer was erased. `order_number` and `order_status` name it.',
    todo: 'By its status: while nothing of it is shipped, cancel it; while it is shipped in part, wait for the rest. Else nothing of it can be returned.',
  },
  return_not_found: {
    happens: 'The order has no return with this id.',
    todo: 'Read the order: `returns` has the id of each return.',
  },
  not_withdrawable: {
    happens:
      'The return was accepted, declined or received already. `return` has it, `order_number` and `order_status` name the order.',
    todo: 'Go on by the `status` of the return. Ask us to decline an accepted return whose units will not come.',
  },
  not_awaited: {
    happens:
      'The return was not accepted yet, or it was declined, withdrawn or received. `return` has it, `order_number` and `order_status` name the order.',
    todo: 'Go on by the `status` of the return: send the units once it is `awaited`.',
  },
  failure_not_found: {
    happens: 'The order has no shipment with this id, or no delivery of the shipment failed.',
    todo: 'Read the order with `include=shipments`: `failure` of a shipment can be answered.',
  },
  not_answerable: {
    happens:
      'The failed delivery cannot be answered any more, or its courier does not take this answer. `state`, `answer_by` and `actions` say which.',
    todo: 'Offer what `actions` names until `answer_by`. After that, the courier decides.',
  },
  not_cancelable: {
    happens:
      'A part of the order was shipped, or the order has ended in another way. `order_number` and `order_status` name it.',
    todo: 'By `order_status`: an `expired` order is shipped only if it is paid after all. A `returned` one has come back. Any other goes on: once your customer has sent it back, it is refunded to your wallet.',
  },
  charge_changed: {
    happens:
      'Delivery to the corrected address costs more or less than the order was placed with. Nothing was changed.',
    todo: 'Cancel the order and place it again with the new address and a new `store_order_id`, because the old one stays taken. Or keep the old address. A quote returns the new charge.',
  },
  not_correctable: {
    happens:
      'A part of the order was shipped, or the order has ended. `order_number` and `order_status` name it.',
    todo: 'Ask the courier by the tracking number. The same request gets the same answer.',
  },
  changed_meanwhile: {
    happens:
      'The order has changed since you fetched the `ETag` that you sent in `If-Match`. Nothing was corrected. ' +
      '`order_number` and `order_status` name it.',
    todo: 'Fetch the order again, and decide by what it is now.',
  },
  payload_too_large: {
    happens: 'The body is larger than the limit of an order.',
    todo: 'Send fewer items in an order, and shorter texts. See the [limits](/docs/retries#limits).',
  },
  unsupported_media_type: {
    happens: 'The body is not declared as JSON in UTF-8, or is compressed.',
    todo: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  validation_failed: {
    happens:
      'Fields of the body, parameters or headers are missing or invalid. `errors` lists all of them at once. Once every field is valid, the service checks whether each item can be ordered. Of orders, `order_number`, `store_order_id` and `order_status` name the one that an earlier request with the same `store_order_id` or key placed.',
    todo: 'Correct the fields in `errors`: `field` is the path, `code` is for your program, `message` says what is expected. The same request gets the same answer.',
  },
  unknown_field: {
    happens:
      'The correction of an order names fields or parameters that are not known. `errors` lists each of them; nothing was corrected.',
    todo: 'Correct the names: `message` says what was probably meant. Items, totals and ids of an order cannot be corrected.',
  },
  idempotency_mismatch: {
    happens:
      'The `Idempotency-Key` was used before with another body. Of orders, `order_number`, `store_order_id` and `order_status` name the order that it placed; nothing more was ordered. Of returns, `return` is the one that it requested.',
    todo: 'If your keys are random, this is the order that you wanted to place: store its number, then correct or cancel it. If `return` is there, it is the return that you wanted to request: store its `id`. Create a new key for each order, each return and each answer.',
  },
  unknown_sku: {
    happens:
      'Items name products that do not exist, are no longer sold, or have no price on your plan. `errors` lists each of them.',
    todo: 'Remove the products from your shop; your copy of the catalog is too old.',
  },
  insufficient_stock: {
    happens:
      'Items request more units than are available. `errors` has the `requested` and the `available` quantity of each.',
    todo: 'Offer your customer fewer units or another product. Nothing was reserved; your copy of the stock is too old.',
  },
  not_serviceable: {
    happens:
      'The wholesaler does not deliver to this country or pincode. The invalid field is `shipping.pincode`.',
    todo: 'Ask your customer for another address. A quote with items and a pincode shows it before the checkout.',
  },
  reservation_limit: {
    happens:
      'Your unpaid orders have reached the limit of reserved units or of their value. Nothing was reserved for this one.',
    todo: 'Pay or cancel some of them in the dashboard, and place the order again.',
  },
  variation_required: {
    happens: 'An item has no `variation`, but its product has several combinations.',
    todo: 'Send one of the `keys` that `errors` lists, or the chosen values.',
  },
  variation_unknown: {
    happens: 'The `variation` of an item matches no combination of the product.',
    todo: 'Choose among the `keys` that `errors` lists.',
  },
  variation_ambiguous: {
    happens: 'The `variation` of an item matches several combinations.',
    todo: 'Send the whole key, as `errors` lists it in `keys`.',
  },
  rate_limited: {
    happens:
      'Your company has sent more requests or orders within a minute than its limit, or one address has sent too many refused credentials.',
    todo: 'Wait as many seconds as `Retry-After` says. `RateLimit` in each answer shows what is left. Spread your polls over time, and ask for many products at once.',
  },
  headers_too_large: {
    happens: 'The request line and headers are larger than 16 kB.',
    todo: 'Look for cookies or a query that has grown; ask for fewer SKUs at once.',
  },
  internal_error: {
    happens: 'The service failed.',
    todo: 'Try again after a second, then with longer and longer pauses. An order is safe to repeat with its `store_order_id` or `Idempotency-Key`. If the error persists, send us `request_id`.',
  },
  unavailable: {
    happens: 'The database does not answer, or the service is starting or stopping.',
    todo: 'Wait as many seconds as `Retry-After` says and try again. It is unknown whether an order arrived: repeat it with the same `store_order_id` or `Idempotency-Key`.',
  },
};

/** The codes of single fields in `errors`, in addition to those above. */
export const FIELD_CODES: Readonly<Record<string, string>> = {
  required: 'It is missing, null or empty.',
  object_expected: 'It must be an object.',
  list_expected: 'It must be a list.',
  string_expected: 'It must be a text.',
  integer_expected: 'It must be a whole number, not a text.',
  boolean_expected: 'It must be `true` or `false`.',
  instant_expected: 'It must be a time with its zone, such as `2026-01-31T18:30:00Z`.',
  out_of_range: 'It is too small or too large, or a list has too few or too many entries.',
  too_long: 'It has too many characters.',
  too_deep: 'The body is nested deeper than an order can be.',
  too_large: 'The body holds more values than an order can.',
  invalid_characters: 'It has control characters, or is not well-formed Unicode.',
  invalid_email: 'It is not an e-mail address.',
  invalid_phone: 'It does not have 7 to 15 digits.',
  invalid_pincode: 'It is not a PIN code of that country.',
  unknown_value: 'It is not one of the values that `message` lists.',
  reserved_form:
    'A `store_order_id` may not look like one of our order numbers, and may not be `.` or `..`, which no path can name.',
  invalid_cursor: 'It is not a cursor of an answer. Start without one.',
  invalid_key: 'The `Idempotency-Key` is too long, not printable ASCII, or sent twice.',
};
