/** Tables of the records of money, orders, stock and the feeds, and the audit log. Settings and copies have no second record. */
export const MUTATED_TABLES = [
  ...['ledger_accounts', 'ledger_journals', 'ledger_postings', 'ledger_seals', 'ledger_seal_state'],
  ...['receipts', 'credit_items', 'approvals', 'audit_entries', 'audit_seals'],
  ...['bank_accounts', 'bank_transfers', 'statement_imports', 'statement_lines'],
  ...['payment_intents', 'gateway_payments', 'gateway_refunds', 'gateway_disputes'],
  ...['gateway_settlements', 'orders', 'order_items', 'order_status_changes', 'shipments'],
  ...['shipment_items', 'order_returns', 'order_return_items', 'idempotency_keys'],
  ...['order_archives', 'archived_orders', 'stock_levels', 'stock_movements', 'order_positions'],
  ...['feed_state', 'feed_incarnations', 'feed_ticks', 'numbered_changes', 'latest_positions'],
];

/** The changes that no rule of `verify` notices, by the reason and the table; `row` is a removed row. */
export const UNNOTICED: Record<string, Record<string, string>> = {
  'A time or a number that puts entries in an order. No amount and no status depends on it': {
    approvals: 'proposed_at decided_at',
    archived_orders: 'created_at closed_at',
    bank_accounts: 'created_at',
    bank_transfers: 'claimed_at decided_at',
    gateway_disputes: 'id',
    gateway_payments: 'id',
    gateway_refunds: 'id created_at',
    gateway_settlements: 'id',
    idempotency_keys: 'created_at',
    ledger_seal_state: 'started_at caught_up_at',
    order_archives: 'closed_before created_at',
    order_items: 'line',
    order_returns: 'created_at accepted_at inspected_at',
    order_status_changes: 'id changed_at',
    orders: 'created_at updated_at anonymized_at',
    payment_intents: 'id created_at',
    receipts: 'created_at reversed_at',
    shipments: 'shipped_at created_at',
    statement_lines: 'id decided_at',
    stock_movements: 'id created_at',
  },
  'A text or a name that a person wrote. The audit log, which is sealed, has the decision': {
    approvals: 'key reference note details rejection_reason approval_reason',
    bank_transfers: 'claimed_by reason outcomes',
    gateway_refunds: 'reference reason actor',
    order_returns: 'reason return_address instructions',
    payment_intents: 'actor',
    receipts: 'other_line_ids',
    statement_lines: 'linked_journal_id',
    stock_movements: 'reason actor',
  },
  'Data of the customer and the delivery, as the store or the courier gave it': {
    orders:
      'customer_name customer_phone customer_email shipping_address shipping_city shipping_state shipping_pincode shipping_country notes gift_message cancel_reason',
    shipments: 'courier tracking_number tracking_url',
  },
  'A description of the order as it was placed, which has no second record': {
    archived_orders: 'store_order_id request_hash',
    order_items: 'sku name variation',
    orders: 'plan_id refund_final changed_xid surcharge_minor by_operator',
  },
  'Noticed as long as the order has an Idempotency-Key, for a day': {
    orders: 'store_order_id request_hash',
  },
  'A key that is gone or changed. A repetition of its request makes another order unless it has a store_order_id':
    { idempotency_keys: 'key row', order_returns: 'idempotency_key' },
  'Another shipment of the same order': {
    shipment_items: 'shipment_id',
    order_returns: 'shipment_id',
  },
  'What was asked of the gateway. What was paid is compared with the ledger': {
    gateway_payments: 'intent_id',
    payment_intents:
      'receipt gateway amount_minor currency gateway_order_id returned_at check_at row',
  },
  "The gateway's own word, which is asked again. Where money moved, it is compared with the ledger":
    {
      gateway_disputes: 'amount_minor phase status respond_by opened_at bookings asked_at',
      gateway_payments: 'currency method status outcome found_by seen_at',
      gateway_refunds: 'problem asked_at ask_at held_journal_id key',
      gateway_settlements: 'gateway unknown_minor unknown_lines utr settled_at bookings asked_at',
    },
  "The bank's own word. Its file can be read again, and each amount is compared with the ledger": {
    statement_imports: 'sha256 file_name rows first_date last_date actor at',
    statement_lines:
      'value_date balance_minor reference description ordinal identifiers proven_import_id',
  },
  'A claim of a client. The receipt of its money is compared with the audit log': {
    bank_transfers: 'sent_on order_numbers',
  },
  'Terms and settings. The audit log, which is sealed, has each change': {
    bank_accounts: 'name charge_limit_minor column_mapping entered_alone_by',
    ledger_journals: 'refund_terms',
  },
  'A file outside of the database: `archive:verify` compares it': {
    order_archives: 'file bytes sha256 is_published',
  },
  'The place of a change in the feeds. Some of its values are noticed: a position after the latest one, or none':
    {
      feed_incarnations: 'n start',
      feed_state: 'position history_start started_at database written timeline',
      feed_ticks: 'at position row',
      latest_positions: 'label position',
      numbered_changes: 'position kind label ids row',
      order_positions: 'position',
    },
};

/** Lists `table.column` of each change that is not noticed; `table` for a removed row. */
export function unnoticedChanges(): string[] {
  return Object.values(UNNOTICED).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      columns.split(' ').map((column) => (column === 'row' ? table : `${table}.${column}`)),
    ),
  );
}
