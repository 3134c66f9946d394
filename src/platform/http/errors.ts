/** Error codes of all answers, with their status and default message. */
export const ERRORS = {
  ...withStatus(400, {
    malformed_json: 'The body is not well-formed JSON.',
    malformed_request: 'The request is not well-formed HTTP.',
  }),
  ...withStatus(401, {
    token_missing: 'Send the API token as "Authorization: Bearer <API_TOKEN>".',
    token_invalid: 'The API token is unknown, expired or revoked.',
    not_signed_in: 'No user is signed in, or the session has ended.',
    signature_invalid: 'The signature is missing or not that of the body; nothing was stored.',
    push_refused: 'The secret of the push is missing or wrong; nothing was stored.',
    sign_in_failed: 'E-mail address, password or one-time code is wrong.',
  }),
  ...withStatus(403, {
    use_operations_port:
      'Operators sign in at the address of OPERATIONS_URL. Ask the person who runs this service for it.',
    cross_site: 'The change was not sent by a page of this service.',
    permission_denied: 'Your role does not allow this.',
    password_required: 'Enter your password again; it counts for five minutes.',
    totp_required:
      'Set up a passkey or one-time codes first: operators sign in with a second factor.',
    own_proposal: 'Another person has to approve what you proposed.',
    domain_missing: 'Send the domain the token is registered to as "X-Client-Domain".',
    domain_mismatch: 'The token is not registered to this domain.',
    not_allowed:
      'The client has not allowed this token to read its wallet; it can in the dashboard, under API access.',
    subscription_inactive:
      'The client has no active subscription; it can be renewed in the dashboard.',
  }),
  ...withStatus(404, {
    route_not_found:
      'There is nothing at this method and path. See /docs/start or /llms.txt; the base URL does not end with /api.',
    product_not_found: 'There is no such product.',
    photo_not_found: 'There is no such photo.',
    order_not_found: 'There is no such order.',
    shipment_not_found: 'The order has no such shipment.',
    return_not_found: 'The order has no such return.',
    failure_not_found: 'There is no such failed delivery.',
    finding_not_found: 'There is no such finding about a delivery.',
    tax_profile_missing: 'There is no tax profile yet; store one with PUT /admin/tax-profile.',
    document_not_found: 'There is no such document.',
    receipt_not_found: 'There is no such receipt.',
    checkout_not_found: 'There is no such checkout.',
    transfer_not_found: 'There is no such bank transfer.',
    bank_account_not_found: 'There is no such bank account.',
    other_account_not_found: 'There is no such account.',
    bank_line_not_found: 'There is no such line of a bank statement.',
    approval_not_found: 'There is no such approval.',
    adjustment_not_found: 'There is no such adjustment.',
    client_not_found: 'There is no such client.',
    token_not_found: 'There is no such token.',
    invitation_not_found: 'There is no such open invitation.',
    user_not_found: 'There is no such user.',
    session_not_found: 'There is no such session.',
    passkey_not_found: 'There is no such passkey.',
    view_not_found: 'There is no such saved view.',
    import_not_found: 'There is no such import.',
    plan_not_found: 'There is no such plan.',
    tax_rate_not_found: 'There is no such tax rate.',
    price_list_not_found: 'There is no such price list.',
    booking_not_found: 'There is no such booking.',
    courier_account_not_found: 'There is no such account with a courier.',
  }),
  ...withStatus(405, {
    method_not_allowed: 'This path does not have this method; see the header Allow.',
  }),
  ...withStatus(408, { request_timeout: 'The request did not arrive in time.' }),
  ...withStatus(409, {
    assignee_changed: 'Another operator works on the order by now.',
    documents_on_hold:
      'Documents are on hold, because committed changes may be gone and their numbers may be printed. Enter the last printed numbers on the page Invoices, Numbers.',
    documents_not_on_hold: 'Documents are not on hold: another decision may have ended it.',
    month_filed: 'The return of that month was filed: no document can be dated into it any more.',
    e_invoices_off: 'The tax profile has no e_invoice_from: no documents are registered.',
    total_changed: 'The order would cost something else now; nothing was ordered.',
    duplicate_order: 'An order with this store_order_id exists already; nothing was ordered.',
    duplicate_return: 'A return of this order was requested already; no other was stored.',
    token_ended: 'The token has expired, or was revoked or rotated already.',
    last_owner: 'The last owner cannot be removed or lose the role.',
    totp_mandatory:
      'Operators sign in with a second factor: add a passkey or one-time codes first.',
    email_taken: 'An account with this e-mail address exists already.',
    totp_enabled: 'One-time codes are set up already.',
    totp_not_enrolled: 'One-time codes are not set up.',
    view_exists: 'A saved view of this list has this name already.',
    too_many_views: 'This list has 20 saved views; remove one first.',
    price_list_not_draft: 'The price list was scheduled, applied or withdrawn already.',
    price_list_ended: 'The price list has begun or was withdrawn already; nothing was changed.',
    plan_exists: 'A plan with this code exists already.',
    product_exists: 'A product with this SKU exists already.',
    photos_need_https:
      'Photos need a PUBLIC_URL that begins with https://, because stores do not show pictures of another address.',
    payment_recorded: 'This money was recorded already, as another receipt.',
    receipt_similar: 'Money of this client and amount may be the same money.',
    payout_recorded:
      'A payout with this reference was recorded already, to another client or of another amount.',
    reference_used: 'This reference was used already, with another amount.',
    gateway_off: 'Payment through a gateway is not set up.',
    not_refundable: 'The receipt is not a payment of the gateway that is set up.',
    transfer_claimed:
      'A transfer with this UTR was claimed already, with another amount or without these orders. Once confirmed, it is in the wallet.',
    other_account_exists: 'An account with this name exists already.',
    bank_account_exists: 'A bank account with this name exists already.',
    bank_line_matched: 'The line is matched with a journal already.',
    bank_line_refused: 'The line does not allow this.',
    transfer_decided: 'The transfer was confirmed or rejected already.',
    adjustment_decided: 'The adjustment was decided already.',
    approval_decided: 'It was approved or rejected already.',
    client_decides: 'An owner of the client decides first.',
    approval_outdated: 'What was proposed has happened meanwhile; reject it.',
    proposer_not_permitted:
      'The person who proposed it may no longer do so; reject it, and propose it again.',
    month_unsettled:
      'Entries of this month are still being written or have no seal yet; try again in a minute.',
    insufficient_balance: 'The wallet does not cover the amount.',
    credit_exceeded: "The client's credit does not cover the amount.",
    stock_below_reserved:
      'Open orders have reserved more than would be on hand; nothing was changed.',
    import_not_ready: 'Only an import in the state ready can be applied.',
    import_running: 'Another import is running; try again when it is done.',
    not_cancelable: 'The order can only be canceled before anything of it is shipped.',
    charge_changed:
      'Delivery to the corrected address costs something else; cancel the order, and place one with another store_order_id.',
    not_correctable: 'An order can only be corrected before anything of it is shipped.',
    not_returnable: 'Units of an order can be returned once all of it was shipped.',
    not_answerable: 'The failed delivery cannot be answered like this, or no more.',
    not_followed: 'No courier is asked about the shipment, so nothing can be noted about it.',
    shipment_ended: 'The shipment has ended otherwise already.',
    not_withdrawable: 'A return can be withdrawn until it is accepted or declined.',
    not_awaited: 'The units of a return can be sent once it is accepted, until they are back.',
    nothing_to_refund: 'All that was paid for the order was refunded.',
    not_invoiceable: 'The shipment cannot be invoiced: something is missing.',
    tax_needs_rupees: 'Tax documents are in rupees: expected CURRENCY=INR.',
    booking_state_refused: 'The booking is not in a state that allows this.',
    booking_canceled: 'The booking was canceled, so its label is old.',
    units_are_booked:
      'Units of the order are booked with a courier: ship them with the AWB of the booking, or cancel it.',
    courier_account_exists: 'An account with a courier has this name already.',
    courier_account_in_use:
      'Bookings were made with this account; they need it, and its courier and environment, until they end.',
    on_hold: 'The order is on hold until its client has paid what it owes.',
    transition_refused: 'The order is not in a state that allows this.',
  }),
  ...withStatus(410, {
    invitation_invalid:
      'The link has expired, was used already, or is incomplete; ask for a new invitation.',
    reset_invalid: 'The link has expired, was used already, or is incomplete; ask for a new one.',
  }),
  ...withStatus(412, {
    changed_meanwhile: 'The order has changed since the ETag in If-Match; nothing was corrected.',
  }),
  ...withStatus(413, { payload_too_large: 'The body is larger than 256 kB.' }),
  ...withStatus(415, {
    unsupported_media_type: 'Send the body as application/json in UTF-8, not compressed.',
  }),
  ...withStatus(421, {
    foreign_host:
      'The pages of this service have another address. The person who runs it can name further hosts in ALLOWED_HOSTS.',
  }),
  ...withStatus(422, {
    validation_failed: 'The request was refused; "errors" names every field at fault.',
    unknown_field: 'The request names fields or parameters that are not known; nothing was done.',
    idempotency_mismatch:
      'This Idempotency-Key was used for another request; use a new one for a new order.',
    unknown_sku: 'The order names products that cannot be ordered.',
    not_serviceable: 'Nothing is delivered to this address.',
    insufficient_stock: 'There is too little stock; nothing was ordered.',
    reservation_limit:
      'Your unpaid orders hold as much as they may; pay or cancel some of them first.',
    variation_required: 'A product of the order needs a variation.',
    variation_unknown: 'A product of the order has no such variation.',
    variation_ambiguous: 'A variation of the order fits several combinations.',
    file_unreadable: 'The file cannot be read; nothing of it was stored.',
    unsupported_image:
      'The file is not a JPEG, PNG or WebP picture. Save or share it as JPEG first.',
    import_refused: 'The file has problems; nothing of it was stored.',
    date_order_unclear:
      'The dates of the file may have the day or the month first; nothing of it was stored.',
    date_cells_unclear:
      'A spreadsheet may have exchanged day and month in the file; nothing of it was stored.',
  }),
  ...withStatus(429, {
    rate_limited: 'Too many requests; try again after the time in Retry-After.',
    sign_in_locked: 'Too many failed attempts; try again in a few minutes.',
  }),
  ...withStatus(431, { headers_too_large: 'The request line and headers are too large.' }),
  ...withStatus(500, {
    internal_error: 'Something went wrong on our side; the request id helps us to find it.',
  }),
  ...withStatus(503, {
    paused:
      'The service stood still for a while and changed nothing, because you may have sent this again since. Check, then send it again.',
    label_missing: 'The courier did not make the label; try again in a minute.',
    gateway_unavailable: 'The payment gateway does not answer; try again in a minute.',
    secrets_key_wrong:
      'One-time codes cannot be used now, because SECRETS_KEY is missing or has changed. Use a recovery code.',
    unavailable: 'The service cannot answer right now; try again after the time in Retry-After.',
  }),
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof ERRORS;

/** Refusals of a body that cannot be read. */
export const BODY_REFUSALS = [
  'malformed_json',
  'malformed_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
] as const;

interface ErrorText {
  status: number;
  message: string;
}

/** Makes the errors of one status, given their default messages. */
function withStatus<C extends string>(
  status: number,
  messages: Record<C, string>,
): Record<C, ErrorText> {
  const entries = Object.entries<string>(messages);
  return Object.fromEntries(
    entries.map(([code, message]) => [code, { status, message }]),
  ) as Record<C, ErrorText>;
}

/** A field at fault; `field` is a dotted path as `items.0.quantity`. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  [detail: string]: unknown;
}

/** Statuses of refusals before any work. Their stacks are never logged, and would take a tenth of the time of the answer. */
const WITHOUT_STACK = new Set([401, 403, 429]);

/** A refusal that is reported to the caller. It may be thrown anywhere; the error filter answers it. */
export class AppError extends Error {
  /** The fields at fault, all of them. */
  readonly fields: readonly FieldError[];
  /** Further keys of the answer. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until a retry may succeed; null: a retry does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: ErrorCode,
    {
      message = ERRORS[code].message,
      fields = [],
      details = {},
      retryAfterSeconds = null,
    }: {
      message?: string;
      fields?: readonly FieldError[];
      details?: Record<string, unknown>;
      retryAfterSeconds?: number | null;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    if (WITHOUT_STACK.has(ERRORS[code].status)) Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.fields = fields;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Makes the same error with further keys of the answer. */
  withDetails(more: Record<string, unknown>): AppError {
    return new AppError(this.code, {
      ...this,
      message: this.message,
      details: { ...this.details, ...more },
    });
  }

  /** Makes the same error with further fields at fault. */
  withFields(more: readonly FieldError[]): AppError {
    return new AppError(this.code, {
      ...this,
      message: this.message,
      fields: [...this.fields, ...more],
    });
  }
}

/** Writes the header `Link` of an error answer of the Store API: where its code is explained. */
export function helpLink(code: ErrorCode): string {
  return `</docs/errors#${code}>; rel="help"`;
}

export const EXAMPLE_REQUEST_ID = '3d5c7f7e-7a63-4f0c-9a52-0d7a4f1f3b1e';

/** Makes the one shape of every error answer. */
export function errorBody(error: AppError, requestId: string): Record<string, unknown> {
  return {
    success: false,
    code: error.code,
    message: error.message,
    ...error.details,
    ...(error.fields.length > 0 && { errors: error.fields }),
    request_id: requestId,
  };
}

/** Makes the refusal of a request with one field at fault. */
export function invalidField(field: string, code: string, message: string): AppError {
  return new AppError('validation_failed', { fields: [{ field, code, message }] });
}
