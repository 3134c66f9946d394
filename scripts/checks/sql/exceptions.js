/** Problem of a call whose text the check cannot compute. */
export const RUN_TIME = 'the text is known at run time only';
const nullable = (column, type = 'number') => `column "${column}" can be null, declared as ${type}`;

/** Accepted problems by file: the number of calls that have each, and the reason. The numbers may only fall. */
export const EXCEPTIONS = {
  'src/couriers/failures/delivery-failures.repository.ts': {
    calls: { [nullable('awb', 'string')]: 3 },
    reason: 'failures are of shipments, whose booking has an AWB: courier_bookings_awb_ck',
  },
  'src/couriers/findings/on-the-way.repository.ts': {
    calls: { [nullable('awb', 'string')]: 1, [nullable('shipmentId')]: 1 },
    reason: 'what was handed over has both: courier_bookings_awb_ck, courier_bookings_shipment_ck',
  },
  'src/couriers/tracking/tracked-bookings.repository.ts': {
    calls: { [nullable('awb', 'string')]: 5 },
    reason: 'the statements find bookings by their AWB, or those that have one',
  },
  'src/couriers/handing-over/hand-over.repository.ts': {
    calls: { [nullable('awb', 'string')]: 2, [nullable('shipmentId')]: 1 },
    reason: 'what was handed over has both: courier_bookings_awb_ck, courier_bookings_shipment_ck',
  },
  'src/couriers/labels/printed-bookings.repository.ts': {
    calls: { [nullable('awb', 'string')]: 1, [nullable('sent', 'BookingToSend')]: 1 },
    reason:
      'the statement finds booked ones, which have an AWB: courier_bookings_awb_ck; it asks for what was sent',
  },
  'src/tax/india/e-way-bill/e-way-bills.repository.ts': {
    calls: { [nullable('shipmentId')]: 2 },
    reason: 'invoices and bills of supply are of a shipment: tax_documents_subject_ck',
  },
  'src/start/demo/demo-deliveries.ts': {
    calls: { [nullable('shipmentId')]: 1 },
    reason: 'the shipments of the demo were handed over: courier_bookings_shipment_ck',
  },
  'src/dashboard/messages/message-facts.repository.ts': {
    calls: { [nullable('orderNumber', 'string')]: 1, [nullable('endsAt', 'Date')]: 1 },
    reason:
      'canceled numbers have no order, and are left out; a subscription without an end does not end soon',
  },
  'src/dashboard/products/import-export/catalog-import.repository.ts': {
    calls: { [RUN_TIME]: 1 },
    reason: 'a file has the columns of its fields',
  },
  'src/money/bank/closing/closing.repository.ts': {
    calls: { [nullable('firstDate', 'string')]: 1, [nullable('openingMinor')]: 1 },
    reason: 'the statement finds files with a day and a balance',
  },
  'src/money/bank/imports/statement-imports.repository.ts': {
    calls: { [nullable('lastDate', 'string')]: 1 },
    reason: 'a file with a first day has a last one',
  },
  'src/money/bank/lines/bank-lines.repository.ts': {
    calls: { [nullable('journalId')]: 1, [nullable('last4', 'string')]: 1 },
    reason: 'the statements find lines by their journals, and accounts that have a number',
  },
  'src/money/credit/credit-reminders.repository.ts': {
    calls: { [nullable('stage', '"due" | "overdue"')]: 1 },
    reason: 'the statement sets it before it returns it',
  },
  'src/money/gateway/checkouts/gateway-payments.repository.ts': {
    calls: { [nullable('receiptId')]: 1 },
    reason: 'credited payments have a receipt',
  },
  'src/money/gateway/checkouts/payment-intents.repository.ts': {
    calls: { [nullable('orderId', 'string')]: 1 },
    reason: 'the statement sets it before it returns it',
  },
  'src/money/ledger/bank/bank-ledger.repository.ts': {
    calls: { [nullable('reference', 'string')]: 2 },
    reason: 'the statements find receipts that have one',
  },
  'src/money/ledger/credit/credit-items.repository.ts': {
    calls: {
      [nullable('limitMinor')]: 1,
      [nullable('paymentDays')]: 1,
      [nullable('overdueDays')]: 1,
    },
    reason: 'accounts of credit have terms: ledger_accounts_credit_ck',
  },
  'src/money/ledger/ledger.repository.ts': {
    calls: { [nullable('balanceMinor')]: 6, [nullable('clientId')]: 3 },
    reason: 'wallets and their postings have a client and a balance: ledger_accounts_owner_ck',
  },
  'src/money/receipts/receipts.repository.ts': {
    calls: { [nullable('balanceMinor')]: 2, [nullable('reference', 'string')]: 1 },
    reason:
      'postings of wallets have a balance; the index of numbers finds receipts with a reference',
  },
  'src/money/wallets/wallet-entries.repository.ts': {
    calls: { [nullable('balanceMinor')]: 2 },
    reason: 'postings of wallets have a balance',
  },
  'src/platform/database/connection/start-check.ts': {
    calls: { 'relation "pg_catalog.pg_dist_partition" does not exist': 1 },
    reason: 'it is asked for only where Citus is installed',
  },
  'src/platform/database/migrations.ts': {
    calls: { [RUN_TIME]: 1 },
    reason: 'locks the table that its caller names',
  },
  'src/platform/database/schema-functions.ts': {
    calls: { [RUN_TIME]: 3, [nullable('source', 'string')]: 2, [nullable('hash', 'string')]: 2 },
    reason: 'reads functions that are there, and applies or drops them',
  },
  'src/platform/live-cache/live-cache.ts': {
    calls: { [RUN_TIME]: 2 },
    reason: 'reads for the modules that register their tables when they start',
  },
  'src/schema/validate-keys.ts': {
    calls: { [RUN_TIME]: 1 },
    reason: 'names constraints that the database lists',
  },
  'src/start/demo/history/rows.ts': {
    calls: { [RUN_TIME]: 1 },
    reason: 'columns of rows that the demo has made',
  },
  'src/tax/documents/documents.repository.ts': {
    calls: { [nullable('orderNumber', 'string')]: 1 },
    reason: 'credit notes have one: tax_documents_subject_ck',
  },
};

/** Lists the problems that are not accepted, and the exceptions that accept more calls than have the problem. */
export function unacceptedIn(problems) {
  const accepted = Object.entries(EXCEPTIONS).flatMap(([file, { calls }]) =>
    Object.entries(calls).map(([message, count]) => ({ file, message, count })),
  );
  const occurrencesOf = (of) =>
    problems.filter(({ file, message }) => file === of.file && message === of.message);
  const countOf = (of) =>
    accepted.find(({ file, message }) => file === of.file && message === of.message)?.count ?? 0;
  return [
    ...problems
      .filter((problem) => occurrencesOf(problem).length > countOf(problem))
      .map(({ file, line, message }) => `${file}:${line}: ${message}`),
    ...accepted
      .filter((exception) => occurrencesOf(exception).length < exception.count)
      .map(
        ({ file, message, count }) =>
          `${file}: fewer than ${count} calls have the problem "${message}": lower the number in scripts/checks/sql/exceptions.js`,
      ),
  ];
}
