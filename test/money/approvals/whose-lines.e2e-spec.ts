import {
  givenApproversForEachTest,
  LARGE,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { naming, utr } from '../../support/money/bank.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { TestBrowser } from '../../support/shop/people.js';
import { app, startSuite } from '../../support/money/suite.js';

startSuite();
givenApproversForEachTest();

describe('a line is proof only for the client whom it names', () => {
  const UPI = (): string => `${unique('payer').replace('-', '.')}@upi`;
  const orderOf = async ({ orders }: Shop): Promise<string> => {
    const { sku } = await givenProduct(app, { basePriceMinor: 100 });
    return orders.place({ sku, quantity: 1 });
  };
  const claimOf = async ({ client }: Shop, reference: string): Promise<number> => {
    const browser = await TestBrowser.ofMember(app, client, 'member');
    const claim = { utr: reference, amount: LARGE, date: '2026-11-21' };
    return ((await browser.call('post', 'wallet/transfers', claim)).body.data as { id: number }).id;
  };
  const rename = async ({ client }: Shop, name: string): Promise<unknown> =>
    two.admin.call('updateClient', client.id, { name });
  const credit = async (id: number, { client }: Shop, by: TestBrowser, rest: object = {}) =>
    by.admin('post', `bank-lines/${id}/credit`, { client_id: client.id, ...rest });
  /** Credits a small line of a payer to a client, which teaches that it is the client's. */
  const teach = async (payer: string, of: Shop, by: TestBrowser): Promise<void> => {
    const { id } = await two.admin.givenLine(1, `UPI/${payer}`);
    expect((await credit(id, of, by)).status).toBe(200);
  };
  const lineOf = async (description: string, reference = utr()) =>
    two.admin.givenLine(LARGE, description, reference);
  const letters = (): string => unique('').replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!);

  type Line = Awaited<ReturnType<typeof lineOf>>;
  const WAYS: [string, (of: Shop) => Promise<Line>][] = [
    ['by its payment reference', ({ client }) => lineOf(naming(client))],
    ['by its order', async (of) => lineOf(`NEFT/${await orderOf(of)}`)],
    [
      'by its company name',
      async (of) => {
        const name = `Company ${letters().slice(1)} Traders`;
        await rename(of, name);
        return lineOf(`NEFT/${name}`);
      },
    ],
    [
      'by a payer whom a colleague knows',
      async (of) => {
        const payer = UPI();
        await teach(payer, of, two.approver);
        return lineOf(`UPI/${payer}`);
      },
    ],
    [
      'by a claim that came after its statement',
      async (of) => {
        const line = await lineOf('NEFT');
        await claimOf(of, line.reference!);
        return line;
      },
    ],
  ];

  it.each(WAYS)('named %s, the client gets the money by one person', async (_, givenLine) => {
    const { id } = await givenLine(two.shop);
    const before = await two.balance();
    expect((await credit(id, two.shop, two.proposer)).status).toBe(200);
    expect(await two.balance()).toBe(before + LARGE);
  });

  it.each(WAYS)('named %s, another one gets its money by two', async (_, givenLine) => {
    const victim = await givenShop(app);
    const { id, reference } = await givenLine(victim);
    const proposal = waitingFor(await credit(id, two.shop, two.proposer));
    expect(waitingFor(await credit(id, two.shop, two.proposer)).id).toBe(proposal.id);
    expect(await two.admin.lines.find(reference!)).toMatchObject({
      waiting_approval_id: proposal.id,
      matched: null,
    });
    const [listed] = await two.listApprovals('status=waiting&kind=receipt');
    const note = expect.stringContaining(`Bank line ${id} names client ${victim.client.id}, `);
    expect(listed).toMatchObject({ id: proposal.id, amount: LARGE, note, direction: 'in' });
    expect((await two.postReceipt({ source: 'bank', reference })).status).toBe(202);
    await two.reject((await two.listApprovals('status=waiting&kind=receipt'))[0]!.id);
    expect(await two.balance()).toBe(0);
    expect((await two.approve(proposal.id)).status).toBe(200);
    const { data } = await two.admin.audit.list({ subject: `bank line ${id}`, limit: 5 });
    expect(data.find(({ action }) => action === 'bank_line.credited')).toMatchObject({
      after: { client_id: two.shop.client.id, named: [{ id: victim.client.id }] },
    });
    expect(await two.balance()).toBe(LARGE);
  });

  it('names nobody: what one person credits counts, and the rest waits', async () => {
    const [first, second] = [await two.admin.givenLine(30_000), await two.admin.givenLine(20_001)];
    expect((await credit(first.id, two.shop, two.proposer)).status).toBe(200);
    const { id } = waitingFor(await credit(second.id, two.shop, two.proposer));
    const elsewhere = await credit(second.id, await givenShop(app), two.proposer);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'reference_used']);
    expect((await two.postReceipt({ amount: 20_000.01 })).status).toBe(202);
    await two.admin.lines.ignore(second.id);
    const [ended] = (await two.listApprovals('')).filter((one) => one.id === id);
    expect(ended).toMatchObject({ rejection_reason: 'No longer needed: its line was ignored.' });
    expect(await two.balance()).toBe(30_000);
  });

  it('is of the client whose claim was rejected, also where an accomplice claims it then', async () => {
    const victim = await givenShop(app);
    const reference = utr();
    const transfer = await claimOf(victim, reference);
    await two.admin.call('rejectTransfer', transfer, { reason: 'Mine' });
    const own = await claimOf(two.shop, reference);
    const line = await lineOf('NEFT', reference);
    expect(line.suggestion).toMatchObject({
      reason: 'other_client_named',
      client_id: victim.client.id,
    });
    const confirmed = await two.proposer.admin('post', 'transfers/confirm', { ids: [own] });
    expect(confirmed.body.data).toMatchObject([{ outcome: 'waiting' }]);
    expect((await credit(line.id, two.shop, two.proposer)).status).toBe(202);
    expect(await two.balance()).toBe(0);
  });

  it('is not proof by what the same person said about its payer', async () => {
    const payer = UPI();
    await teach(payer, two.shop, two.proposer);
    const known = await lineOf(`UPI/${payer}`);
    expect(known.suggestion).toMatchObject({ client_id: two.shop.client.id });
    expect((await credit(known.id, two.shop, two.proposer)).status).toBe(202);
    const thief = await two.openBrowser('finance', 'support');
    const name = `Company ${letters().slice(1)} Traders`;
    const path = `clients/${two.shop.client.id}`;
    expect((await thief.admin('patch', path, { name })).status).toBe(200);
    const { id } = await lineOf(`NEFT/${name}`);
    expect((await credit(id, two.shop, thief)).status).toBe(202);
    expect(await two.balance()).toBe(1);
  });

  it('proves no receipt of another client: what is linked with it counts still', async () => {
    const { client } = await givenShop(app);
    const by = { source: 'bank', amount: 50_000, received_at: '2026-11-21T10:00:00Z' };
    const [typed, mistyped] = [utr(), utr()];
    await two.admin.givenLine(50_000, naming(client), typed);
    expect((await two.postReceipt({ ...by, reference: typed })).status).toBe(201);
    expect((await two.postReceipt({ amount: 1 })).status).toBe(202);
    const other = { ...by, reference: mistyped, other_money: true };
    const answer = await two.postReceipt(other, two.approver);
    const same_as = { kind: 'receipt', id: (answer.body.data as { id: number }).id };
    const { id } = await two.admin.givenLine(50_000, naming(client));
    expect((await credit(id, two.shop, two.approver, { same_as })).status).toBe(200);
    expect((await two.postReceipt({ amount: 1 }, two.approver)).status).toBe(202);
    await two.admin.lines.undo(id);
    const linked = waitingFor(await credit(id, two.shop, two.proposer, { same_as }));
    expect((await two.approve(linked.id)).body.data).toMatchObject({
      amount: null,
      note: expect.stringContaining(`It is the money of receipt ${same_as.id}.`),
    });
    expect(await two.balance()).toBe(100_000);
  });
});

it('the orders that a line is to pay wait with it, and are paid by the approval', async () => {
  const [order, paid] = [await two.shop.placeNew(), await two.shop.placeNew()];
  const { total = 0 } = await two.admin.orders.get(order);
  const { id } = await two.admin.givenLine(LARGE);
  const orders = [paid, order];
  const body = { client_id: two.shop.client.id, orders };
  const proposal = waitingFor(await two.proposer.admin('post', `bank-lines/${id}/credit`, body));
  const [listed] = await two.listApprovals('status=waiting&kind=receipt');
  expect(listed).toMatchObject({ id: proposal.id, amount: LARGE, orders });
  const statusOf = async (one: string) => (await two.admin.orders.get(one)).status;
  expect(await statusOf(order)).toBe('awaiting_payment');
  // It is paid otherwise meanwhile.
  await two.admin.orders.pay(paid);
  expect((await two.approve(proposal.id)).status).toBe(200);
  expect(await statusOf(order)).toBe('pending');
  expect(await two.balance()).toBe(LARGE - total);
});
