import { RIGHTS, type Right } from '../support/access/routes.js';
import { stopGatewayJobs } from '../support/shop/checkouts.js';
import { unique } from '../support/shop/given.js';
import {
  isReplayed,
  MONEY_ROUTES,
  moneyRequest,
  MoneyCallers,
} from '../support/money/money-requests.js';
import { app, startSuite } from '../support/money/suite.js';

startSuite({}, stopGatewayJobs);

/** Permissions to move money. */
const MONEY_PERMISSIONS = new Set([
  ...['money:write', 'orders:cancel', 'own-wallet:pay', 'own-orders:write'],
]);
/** Returns true if a route needs such a permission. For approvals, it depends on their kind. */
const isAboutMoney = ({ route, permission }: Right): boolean =>
  MONEY_PERMISSIONS.has(permission) || route.startsWith('POST /admin/approvals/');
/** Routes with these permissions that move no money. */
const MOVE_NOTHING = new Set([
  'POST /admin/bank-accounts',
  'POST /admin/bank-accounts/:id/default',
  'POST /admin/orders/:order_number/returns/:return_id/accept',
  'POST /admin/orders/:order_number/returns/:return_id/decline',
  'POST /admin/orders/pay-from-wallets/preview',
  'POST /admin/other-accounts',
  'POST /admin/orders/:order_number/refunds/preview',
  'POST /admin/reports/month/close',
  'POST /dashboard/api/checkouts/:id/return',
  'POST /dashboard/api/orders/:order_number/returns',
  'POST /dashboard/api/orders/:order_number/returns/:return_id/withdraw',
  'POST /dashboard/api/orders/:order_number/shipments/:shipment_id/answer',
]);
/** Routes that move goods; a repetition would move more. */
const MOVE_GOODS = [
  'POST /admin/orders/:order_number/shipments',
  'POST /admin/products/:sku/stock/adjustments',
];

/** Counts the rows of tables; every movement of money adds rows to some of them. Entries of jobs do not count. */
const countOfChanges = async (): Promise<unknown> => {
  const tables = ['ledger_journals', 'bank_transfers', 'payment_intents', 'approvals'];
  const audited = "audit_entries WHERE actor <> 'service'";
  const counts = [...tables, 'gateway_refunds', audited].map(
    (table) => `(SELECT count(*)::integer FROM ${table}) AS "${table}"`,
  );
  return app.dataSource.query(`SELECT ${counts.join(', ')}`);
};

describe('every route that moves money', () => {
  it('is tested by this suite', () => {
    const moving = RIGHTS.filter(
      (right) =>
        /^POST \/(admin|dashboard\/api)\//.test(right.route) &&
        isAboutMoney(right) &&
        !MOVE_NOTHING.has(right.route),
    ).map(({ route }) => route);
    expect([...MONEY_ROUTES].sort()).toEqual([...moving, ...MOVE_GOODS].sort());
  });

  it.each(MONEY_ROUTES)('answers a repetition of its key: %s', async (route) => {
    const callers = await MoneyCallers.given(app);
    const call = await moneyRequest(route, callers);
    const isOfMember = call.path.startsWith('/dashboard');
    // The admin token cannot approve.
    const person = isOfMember
      ? callers.member
      : route.endsWith('/approve')
        ? callers.operator
        : null;
    const send = (sent: typeof call) =>
      person === null ? callers.sendAsAdmin(sent, key) : callers.sendIn(person, sent, key);
    const key = unique('key');
    const first = await send(call);
    expect(isReplayed(first)).toBe(false);
    expect([200, 201, 202]).toContain(first.status);
    const before = await countOfChanges();

    const again = await send(call);
    expect([again.status, again.text, isReplayed(again)]).toEqual([first.status, first.text, true]);
    const { body } = call;
    const changed = typeof body === 'string' ? `${body}\n` : { ...body, other: 'value' };
    const mismatch = await send({ ...call, body: changed });
    // A route without a body refuses any field, with or without a key. Those of a cancellation and of a returned payment are optional.
    const hasNoBody =
      Object.keys(body).length === 0 && !/\/(approvals\/:id\/approve|cancel|return)$/.test(route);
    const code = hasNoBody ? 'unknown_field' : 'idempotency_mismatch';
    expect([mismatch.status, mismatch.body.code]).toEqual([422, code]);
    expect(await countOfChanges()).toEqual(before);

    const colleague = isOfMember ? callers.colleague : callers.operator;
    const other = await (person === callers.operator
      ? callers.sendAsAdmin(call, key)
      : callers.sendIn(colleague, call, key));
    expect(isReplayed(other)).toBe(false);
    expect(other.body.code).not.toBe('idempotency_mismatch');
  });
});
