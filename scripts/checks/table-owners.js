/** Module of src by table. */
export const TABLE_OWNERS = {
  audit_entries: 'platform',
  job_runs: 'platform',
  brand: 'identity',
  clients: 'clients',
  credit_items: 'money',
  ledger_accounts: 'money',
  ledger_journals: 'money',
  ledger_postings: 'money',
  ledger_seals: 'money',
  ledger_seal_state: 'money',
  audit_seals: 'money',
  audit_seal_state: 'money',
  closed_months: 'money',
  ledger_names: 'money',
  sales_vouchers: 'money',
  receipts: 'money',
  money_calls: 'platform',
  auto_pay_settings: 'money',
  method_aliases: 'money',
  bank_transfers: 'money',
  bank_accounts: 'money',
  other_accounts: 'money',
  statement_imports: 'money',
  statement_lines: 'money',
  waiting_statements: 'money',
  known_payers: 'money',
  payment_intents: 'money',
  payment_intent_orders: 'money',
  gateway_payments: 'money',
  gateway_notices: 'money',
  gateway_refunds: 'money',
  gateway_day_checks: 'money',
  gateway_disputes: 'money',
  gateway_settlements: 'money',
  sandbox_orders: 'money',
  sandbox_payments: 'money',
  sandbox_refunds: 'money',
  sandbox_notices: 'money',
  sandbox_disputes: 'money',
  sandbox_settlements: 'money',
  sandbox_settlement_lines: 'money',
  approvals: 'identity',
  approval_limits: 'identity',
  counted_entries: 'identity',
  users: 'identity',
  members: 'identity',
  operator_roles: 'identity',
  sessions: 'identity',
  devices: 'identity',
  passkeys: 'identity',
  passkey_challenges: 'identity',
  operator_tokens: 'identity',
  saved_views: 'dashboard',
  first_run: 'dashboard',
  lockouts: 'identity',
  recovery_codes: 'identity',
  invitations: 'identity',
  password_resets: 'identity',
  photos: 'catalog',
  plans: 'plans',
  subscriptions: 'plans',
  api_tokens: 'auth',
  token_uses: 'auth',
  recent_requests: 'dashboard',
  request_failures: 'dashboard',
  products: 'catalog',
  plan_prices: 'catalog',
  scheduled_prices: 'catalog',
  catalog_imports: 'dashboard',
  catalog_import_parts: 'dashboard',
  suppliers: 'dashboard',
  product_costs: 'dashboard',
  price_lists: 'catalog',
  price_list_prices: 'catalog',
  stock_levels: 'stock',
  stock_movements: 'stock',
  hsn_rates: 'tax',
  allowed_tax_rates: 'tax',
  tax_profiles: 'tax',
  document_series: 'tax',
  document_holds: 'tax',
  tax_documents: 'tax',
  document_events: 'tax',
  uninvoiced_shipments: 'tax',
  gst_filings: 'tax',
  e_invoice_queue: 'tax',
  orders: 'orders',
  order_items: 'orders',
  order_status_changes: 'orders',
  shipments: 'orders',
  shipment_imports: 'fulfillment',
  shipment_items: 'orders',
  shipment_events: 'orders',
  shipment_progress: 'orders',
  order_returns: 'fulfillment',
  order_return_items: 'fulfillment',
  idempotency_keys: 'orders',
  delivery_zones: 'orders',
  couriers: 'fulfillment',
  packing_rules: 'fulfillment',
  return_places: 'fulfillment',
  courier_accounts: 'couriers',
  box_presets: 'couriers',
  booking_rules: 'couriers',
  courier_bookings: 'couriers',
  courier_awbs: 'couriers',
  waybill_pool: 'couriers',
  courier_pushes: 'couriers',
  courier_codes: 'couriers',
  delivery_failures: 'couriers',
  delivery_findings: 'couriers',
  courier_pickups: 'couriers',
  courier_calls: 'couriers',
  sandbox_shipments: 'couriers',
  order_losses: 'orders',
  order_archives: 'orders',
  order_search_words: 'fulfillment',
  order_search_queue: 'fulfillment',
  archived_orders: 'orders',
  change_log: 'platform',
  change_log_state: 'platform',
  clock_state: 'platform',
  server_runs: 'platform',
  change_queue: 'platform',
  numbered_changes: 'platform',
  latest_positions: 'platform',
  feed_state: 'platform',
  feed_incarnations: 'platform',
  feed_ticks: 'platform',
  order_positions: 'orders',
  internal_notes: 'identity',
  order_assignments: 'fulfillment',
  message_choices: 'dashboard',
  message_events: 'dashboard',
  messages: 'dashboard',
  client_levels: 'dashboard',
  queued_mails: 'platform',
  schema_migrations: 'platform',
  schema_functions: 'platform',
};

/** Modules that work on all tables of another one. fulfillment continues what the core has placed, in the same rows. */
export const SHARED_WITH = { fulfillment: 'orders' };

/** Files of src that use a table of another module, and why. */
export const EXCEPTIONS = {
  'identity/sessions/sessions.repository.ts': {
    tables: ['clients'],
    reason: 'one query per request finds the session, its user and the name of the client',
  },
  'identity/users/users.repository.ts': {
    tables: ['clients'],
    reason: 'one query finds the names that a new password must not consist of',
  },
  'auth/auth.repository.ts': {
    tables: ['clients', 'plans', 'subscriptions'],
    reason: 'one statement reads a token with its client and subscription from one snapshot',
  },
  'auth/access-cache.ts': {
    tables: ['clients', 'subscriptions'],
    reason: 'live cache: tokens, clients and subscriptions must be of one snapshot',
  },
  'dashboard/store-requests/recent/recent-requests.repository.ts': {
    tables: ['clients'],
    reason: 'finds the client of each test token in the statement that stores many requests',
  },
  'dashboard/store-requests/failures/request-failures.repository.ts': {
    tables: ['api_tokens', 'clients'],
    reason:
      'finds the client of each test token, and the domain of each token, in the statement that stores or lists many failures',
  },
  'clients/clients.repository.ts': {
    tables: ['tax_profiles'],
    reason: "a client's GSTIN is not the wholesaler's, whose tax profile stands above",
  },
  'tax/issuing/issuing.repository.ts': {
    tables: ['clients'],
    reason: 'one statement finds the profile, client and rates of a shipment',
  },
  'tax/rates/tax-rates.repository.ts': {
    tables: ['products'],
    reason: 'one statement finds the taxes of products and the rules about them',
  },
  'identity/brand/brand.service.ts': {
    tables: ['tax_profiles'],
    reason:
      'a name and an address that were not given are those of the tax profile, which stands above',
  },
  'catalog/cache/catalog-cache.ts': {
    tables: ['plans', 'stock_levels'],
    reason: 'live cache: prices, plans and stock must be of one snapshot',
  },
  'dashboard/office/first-steps/first-steps.repository.ts': {
    tables: [
      ...['archived_orders', 'brand', 'clients', 'delivery_zones'],
      ...['invitations', 'orders', 'plans', 'products', 'tax_documents', 'tax_profiles'],
      ...['uninvoiced_shipments', 'users'],
    ],
    reason: 'one query asks each table whether it has a row',
  },
  'dashboard/office/open-work.repository.ts': {
    tables: [
      ...[
        'approvals',
        'bank_accounts',
        'bank_transfers',
        'gateway_day_checks',
        'gateway_disputes',
        'gateway_notices',
      ],
      ...['courier_bookings', 'delivery_failures', 'delivery_findings'],
      ...['document_holds', 'gateway_payments', 'gateway_refunds', 'gateway_settlements'],
      ...['order_items', 'orders'],
      ...['operator_roles', 'products', 'queued_mails', 'stock_levels', 'subscriptions'],
    ],
    reason: 'counts all kinds of open work in one statement',
  },
  'start/demo/demo-pictures.ts': {
    tables: ['products'],
    reason: 'moves the addresses of pictures to where this start serves them',
  },
  'start/demo/demo-deliveries.ts': {
    tables: [
      ...['courier_awbs', 'courier_bookings', 'order_items', 'orders'],
      ...['sandbox_shipments', 'shipment_items', 'shipments'],
    ],
    reason:
      'gives shipments of the past to a courier, with times of the past that no service takes',
  },
  'start/demo/history/history.repository.ts': {
    tables: [
      ...['audit_seal_state', 'clients', 'ledger_accounts', 'ledger_seal_state'],
      ...['message_events', 'order_items', 'orders', 'plan_prices', 'plans'],
      ...['products', 'stock_levels', 'stock_movements'],
    ],
    reason: 'stores 90 days of orders at once, with times of the past that no service takes',
  },
  'fulfillment/orders/orders.admin.repository.ts': {
    tables: ['clients'],
    reason: 'reads an order with the name of its client in one statement',
  },
  'couriers/handing-over/hand-over.repository.ts': {
    tables: ['orders'],
    reason: 'names the orders of bookings that are handed over or on a manifest',
  },
  'couriers/handing-over/bookings-to-pack.ts': {
    tables: ['orders'],
    reason: 'finds the booking of a scanned AWB with its order in one statement',
  },
  'couriers/labels/printed-bookings.repository.ts': {
    tables: ['orders'],
    reason: 'lists bookings in the order of the pick list, with what their labels name',
  },
  'couriers/tracking/tracked-bookings.repository.ts': {
    tables: ['orders', 'shipment_items', 'shipment_progress', 'shipments'],
    reason:
      'finds the bookings to ask about among many shipments, with their units and the numbers of their orders, in one statement',
  },
  'couriers/findings/delivery-findings.repository.ts': {
    tables: ['orders'],
    reason:
      'lists what is found with the orders that it is about, and settles what their statuses have ended',
  },
  'couriers/findings/told-way-bills.repository.ts': {
    tables: ['shipment_progress'],
    reason: 'lists the boxes with e-way bills that are still on their way in one statement',
  },
  'couriers/handing-over/pick-ups/pickups.repository.ts': {
    tables: ['shipment_progress'],
    reason: 'counts the boxes that were not picked up in one statement',
  },
  'couriers/findings/on-the-way.repository.ts': {
    tables: ['orders', 'shipment_progress'],
    reason: 'lists what couriers carry with its orders in one statement',
  },
  'orders/tracking/shipment-failure.ts': {
    tables: ['delivery_failures'],
    reason:
      'shows what can be answered in the statements of an order: all of it is of one snapshot',
  },
  'couriers/failures/delivery-failures.repository.ts': {
    tables: ['orders'],
    reason: 'lists failed deliveries with the orders that they are about in one statement',
  },
  'fulfillment/scans/scans.repository.ts': {
    tables: ['clients'],
    reason: "finds a store's order id by the index that begins with the client, in one statement",
  },
  'dashboard/products/product-search.repository.ts': {
    tables: ['plan_prices', 'plans', 'products', 'stock_levels'],
    reason:
      'finds a page of the products that a plan has no own price of, or without stock, in one statement',
  },
  'dashboard/products/import-export/catalog-changes.repository.ts': {
    tables: ['products'],
    reason: 'compares the rows of a file with the products in one statement',
  },
  'dashboard/products/import-export/catalog-import.repository.ts': {
    tables: ['plan_prices', 'plans', 'products'],
    reason: 'writes thousands of imported products and prices in a few statements',
  },
  'catalog/scheduled-prices/scheduled-prices.repository.ts': {
    tables: ['plans'],
    reason: 'names the plans of thousands of prices that begin in one statement',
  },
  'stock/overview/stock-overview.repository.ts': {
    tables: ['products'],
    reason: 'lists the stock of all products by SKU, a page in one statement',
  },
  'stock/count-sheet/stock-count.repository.ts': {
    tables: ['products'],
    reason: 'finds the levels of thousands of SKUs of a count sheet in one statement',
  },
  'schema/functions/change-log/record_sku_of_removed_price.sql': {
    tables: ['products'],
    reason: 'trigger of plan_prices: keeps the SKU in the transaction that takes it away',
  },
  'schema/functions/change-log/log_subscriptions_change.sql': {
    tables: ['clients'],
    reason: 'trigger of subscriptions: a test client shares the subscription of its client',
  },
  'schema/functions/live-lists/log_order_work_change.sql': {
    tables: ['orders'],
    reason: 'trigger of work on orders: names their clients, whose browsers ask again',
  },
  'schema/functions/dashboard/note_order_message.sql': {
    tables: ['orders'],
    reason: 'trigger of orders: notes what to mail about in the transaction in which it happens',
  },
  'couriers/bookings/bookings.repository.ts': {
    tables: ['order_items', 'orders'],
    reason:
      'names the orders of claimed and listed bookings, and counts the units left of a locked order, which the seam must not ask of it',
  },
  'couriers/bookings/upkeep/booking-upkeep.repository.ts': {
    tables: ['order_items', 'orders', 'shipment_progress', 'shipments'],
    reason: 'finds the bookings that no longer fit their orders, among all, in one statement',
  },
  'orders/retention/customer-data.repository.ts': {
    tables: [
      'courier_bookings',
      'delivery_failures',
      'delivery_findings',
      'internal_notes',
      'order_returns',
    ],
    reason:
      'deletes notes and reasons of returns in the statement that removes the data of customers',
  },
  'orders/archive/order-archive.repository.ts': {
    tables: [
      ...['courier_awbs', 'courier_bookings', 'delivery_failures', 'delivery_findings'],
      ...['feed_state', 'internal_notes', 'order_assignments', 'order_return_items'],
      ...['order_returns', 'order_search_queue'],
    ],
    reason:
      'moves all rows of an order into the files of the archive, and lets no order be numbered while it is removed',
  },
  'orders/archive/closed-orders.ts': {
    tables: ['order_returns'],
    reason:
      'keeps orders with an open return out of the archive, in the statement that selects them',
  },
  'dashboard/messages/message-finder.repository.ts': {
    tables: [
      ...['credit_items', 'delivery_failures', 'ledger_accounts', 'orders', 'shipment_events'],
      'subscriptions',
    ],
    reason: 'finds what to mail about among all orders and clients in one statement for each kind',
  },
  'dashboard/messages/message-facts.repository.ts': {
    tables: [
      ...['credit_items', 'delivery_failures', 'ledger_accounts', 'order_status_changes', 'orders'],
      ...['plans', 'shipments', 'subscriptions', 'tax_documents'],
    ],
    reason: 'lists what a mail tells, with the numbers of orders, in one statement',
  },
  'schema/functions/audit/audit_faults.sql': {
    tables: ['audit_seal_state', 'audit_seals'],
    reason: 'compares the audit log with its seals, which the job of the ledger writes',
  },
  'schema/functions/audit/setting_faults.sql': {
    tables: [
      ...[
        'allowed_tax_rates',
        'api_tokens',
        'approval_limits',
        'auto_pay_settings',
        'bank_accounts',
        'clients',
        'closed_months',
        'credit_items',
        'gst_filings',
        'hsn_rates',
        'known_payers',
      ],
      ...[
        'ledger_accounts',
        'members',
        'method_aliases',
        'operator_roles',
        'plan_prices',
        'plans',
        'products',
        'subscriptions',
        'tax_profiles',
        'users',
      ],
    ],
    reason: 'compares the settings with the entries of their changes',
  },
  'schema/functions/audit/witness_chains.sql': {
    tables: ['document_series', 'ledger_seal_state'],
    reason: 'writes the ends of the chains into the audit log in one statement',
  },
  'schema/functions/audit/seal_audit_entries.sql': {
    tables: ['audit_seal_state', 'audit_seals'],
    reason: 'seals the audit log for the job of the ledger',
  },
  'schema/functions/tax/hold_documents.sql': {
    tables: ['feed_incarnations', 'feed_state'],
    reason: 'compares the positions that a numbering knows with those that survived',
  },
  'schema/functions/tax/tax_document_faults.sql': {
    tables: [
      ...['archived_orders', 'audit_entries', 'ledger_journals', 'ledger_postings'],
      ...['order_items', 'orders', 'shipment_items', 'shipments'],
    ],
    reason:
      'compares the documents with the shipments and refunds that they document, and their witnesses',
  },
  'schema/functions/tax/credit_note_faults.sql': {
    tables: [
      ...['ledger_journals', 'ledger_postings', 'order_items'],
      ...['order_return_items', 'order_returns', 'orders'],
    ],
    reason: 'compares credit notes with the refunds and inspected units that they document',
  },
  'schema/functions/couriers/booking_faults.sql': {
    tables: ['audit_entries', 'order_items', 'orders', 'shipments'],
    reason:
      'compares bookings with the units of their orders, their shipments and what was audited',
  },
  'schema/functions/money/approval_faults.sql': {
    tables: ['approvals', 'audit_entries'],
    reason: 'compares the ledger with what waited for another person',
  },
  'schema/functions/money/ledger_faults.sql': {
    tables: ['approvals', 'archived_orders', 'clients', 'orders'],
    reason: 'compares the ledger with the orders, clients and adjustments whose money it records',
  },
  'schema/functions/money/bank_faults.sql': {
    tables: ['audit_entries'],
    reason: 'compares the lines of statements with the entries of what became of them',
  },
  'schema/functions/money/seal_faults.sql': {
    tables: ['audit_entries', 'job_runs'],
    reason: 'compares the seals with their witnesses',
  },
  'schema/functions/money/payment_faults.sql': {
    tables: ['archived_orders', 'audit_entries', 'orders'],
    reason: 'compares the ledger with the payments and the audit log that tell of the same money',
  },
  'schema/functions/stock/stock_faults.sql': {
    tables: ['order_items', 'orders', 'products'],
    reason: 'compares the stock levels with the orders that reserve them, and names their SKUs',
  },
  'schema/functions/orders/placing/place_orders.sql': {
    tables: ['stock_levels'],
    reason: 'locks the stock in the call that reserves it',
  },
  'schema/functions/orders/placing/find_refused_orders.sql': {
    tables: ['stock_levels'],
    reason: 'finds which orders the locked stock is not enough for',
  },
  'schema/functions/couriers/delivery_faults.sql': {
    tables: ['audit_entries', 'orders', 'shipment_events', 'shipment_progress', 'shipments'],
    reason: 'compares what couriers told with the shipments, their orders and what was audited',
  },
  'schema/functions/orders/order_faults.sql': {
    tables: [
      'audit_entries',
      'clients',
      'ledger_journals',
      'ledger_postings',
      'order_return_items',
      'order_returns',
      'plans',
      'products',
      'stock_levels',
      'stock_movements',
    ],
    reason:
      'compares the orders with what they refer to, and with the stock and the money that they moved',
  },
  'schema/functions/clients/test_mode_faults.sql': {
    tables: ['audit_entries', 'order_items', 'orders', 'products', 'subscriptions'],
    reason: 'finds what a test client has left outside of the test mode',
  },
  'schema/functions/change-log/feed_faults.sql': {
    tables: ['clients', 'order_positions', 'orders', 'plans', 'products', 'stock_levels'],
    reason: 'finds what the feeds never told of',
  },
  'schema/functions/change-log/number_changes.sql': {
    tables: ['order_positions', 'orders'],
    reason: 'gives orders their positions in the statement that empties the queue',
  },
  'orders/reconciliation/order-losses.repository.ts': {
    tables: ['clients'],
    reason: 'leaves out the test mode of clients, and shows their names',
  },
  'orders/tracking/order-rows.ts': {
    tables: ['order_returns'],
    reason: 'tells in the statement that reads the orders which have an open return',
  },
  'orders/tracking/order-status.repository.ts': {
    tables: ['change_queue'],
    reason: 'tells in the statement that reads the orders whether all of them are numbered',
  },
  'schema/functions/change-log/log_orders_change.sql': {
    tables: ['order_search_queue'],
    reason: 'queues changed orders for the search in the trigger that queues them for the feeds',
  },
  'schema/functions/fulfillment/search/order_words.sql': {
    tables: ['ledger_journals', 'receipts', 'tax_documents'],
    reason: 'collects in one statement everything that many orders are found by',
  },
  'schema/functions/orders/placing/store_orders.sql': {
    tables: ['stock_levels'],
    reason: 'reserves the stock of many orders in the statement that stores them',
  },
  'money/books/export/journal-export.repository.ts': {
    tables: ['clients'],
    reason: 'a page of exported journals shows the names of clients',
  },
  'money/books/received-earlier.repository.ts': {
    tables: ['clients'],
    reason: 'a page of receipts that were booked later, with the names of their clients',
  },
  'money/ledger/sums/posting-sums.repository.ts': {
    tables: ['clients'],
    reason: 'sums the postings of all wallets in the database, with the names of their clients',
  },
  'money/credit/ageing.repository.ts': {
    tables: ['clients'],
    reason: 'sums what clients owe by age in the database, with the names of clients',
  },
  'dashboard/clients/client-search.repository.ts': {
    tables: [
      ...['api_tokens', 'clients', 'subscriptions', 'plans', 'ledger_accounts', 'members', 'users'],
    ],
    reason:
      'a page of clients is found by their stores and people, what they subscribed to and what their wallets hold',
  },
  'money/wallets/auto-pay/auto-pay.repository.ts': {
    tables: ['orders'],
    reason: 'finds the orders that wallets cover in one statement, which runs every two seconds',
  },
  'stock/stock.repository.ts': {
    tables: ['archived_orders', 'orders'],
    reason: 'a page of movements shows the numbers of the orders that were shipped',
  },
  'money/receipts/receipts.repository.ts': {
    tables: ['archived_orders', 'orders'],
    reason: 'a page of receipts shows the numbers of the orders that each of them paid',
  },
};
