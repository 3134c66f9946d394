import { OperatorLoad } from '../load/operator-load.js';
import { query, stopSearchWords } from '../shop/workspace.js';
import { comparison } from './comparison.js';

/** Stored orders; every other one is shipped in the rounds. */
const ORDERS = 20_000;

/** Shipments of all that is left of one order each. */
const SHIPMENTS = {
  orders: `SELECT order_number FROM orders WHERE status = 'pending' ORDER BY id DESC`,
  request: ({ order_number: number }) => ({
    path: `orders/${number}/shipments`,
    body: { courier: 'BlueLine Express', tracking_number: `BL1-${number}` },
  }),
};

/** Pays all orders that await payment, without the triggers and the money of a payment. */
const PAY = [
  'SET session_replication_role = replica',
  `INSERT INTO order_status_changes (order_id, status)
    SELECT id, 'pending' FROM orders WHERE status = 'awaiting_payment'`,
  `UPDATE orders SET status = 'pending', payment_status = 'paid' WHERE status = 'awaiting_payment'`,
  'UPDATE stock_levels SET reserved = reserved + 100000 WHERE on_hand > 100000 + reserved',
  'RESET session_replication_role',
];

/** Lets every order be invoiced. */
const TAX_DATA = [
  `UPDATE products SET hsn = '73239390', gst_rate_bp = 1800`,
  `UPDATE clients SET gstin = '29AAPFU0939F1ZR'`,
];

const PROFILE = {
  legal_name: 'Bench Wholesale Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: { line1: '14, Dock Road', place: 'Mumbai', state: '27', pincode: '400001' },
};

export const SHIPMENT_ROWS = [
  comparison({
    name: 'ship-invoiced',
    service: 'POST /admin/orders/{order_number}/shipments, 2 lines, with an invoice',
    limit: 'the service without a tax profile',
    unit: 'shipments/s',
    goal: { atLeast: 0.77 },
    prepare: prepareShipments,
  }),
];

async function prepareShipments(bench, scope) {
  const [invoiced, plain] = [await openPaidShop(bench, scope), await openPaidShop(bench, scope)];
  await putProfile(invoiced);
  const [service, limit] = [
    await OperatorLoad.open(bench, invoiced, SHIPMENTS),
    await OperatorLoad.open(bench, plain, SHIPMENTS),
  ];
  return { service: () => service.round(), limit: () => limit.round() };
}

/** Starts the service on a shop with paid orders that can be shipped. */
export async function openPaidShop(bench, scope) {
  const shop = await bench.openShop(scope, { orders: ORDERS });
  await query(shop.database, [...PAY, ...TAX_DATA].join('; '));
  await stopSearchWords(scope, shop.database);
  return shop;
}

async function putProfile({ baseUrl, adminToken, database }) {
  const [{ day }] = await query(
    database,
    `SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date::text AS day`,
  );
  const { status } = await fetch(`${baseUrl}/admin/tax-profile`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ effective_from: day, ...PROFILE }),
  });
  if (status !== 200) throw new Error(`PUT /admin/tax-profile: ${status}`);
}
