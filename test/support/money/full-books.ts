import { SealsService } from '../../../src/money/ledger/seals/seals.service.js';
import { GatewaySettlementsService } from '../../../src/money/gateway/settlements/gateway-settlements.service.js';
import { ChangePositions } from '../../../src/platform/live-cache/change-positions.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import type { TestApp } from '../app.js';
import { givenGatewayReceipt, jobs, Payer, paymentOf, sandboxAccount } from '../shop/checkouts.js';
import { TestBrowser } from '../shop/people.js';
import { givenShop, type Shop } from '../shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../tax/tax-admin.js';
import { registrationOf } from '../tax/registrations.js';
import { givenReturnedGoods, givenTaxedOrder } from '../tax/taxed-order.js';
import { inDays } from '../time.js';
import { Approvers, LARGE, waitingFor } from './approvers.js';
import { BankAdmin, utr } from './bank.js';
import { tradeInEveryWay } from './order-stories.js';

/** Books with money of every way in and out. The app's gateway jobs are stopped. */
export class FullBooks {
  private readonly admin: BankAdmin;

  private constructor(
    private readonly app: TestApp,
    private readonly shop: Shop,
    private readonly other: Shop,
  ) {
    this.admin = new BankAdmin(app);
  }

  /** Fills books with orders, stock and money, and seals them. */
  static async given(app: TestApp): Promise<FullBooks> {
    const books = new FullBooks(app, await givenShop(app), await givenShop(app));
    await books.trade();
    await books.tradeAtGateway();
    await tradeInEveryWay(app);
    await app.service(SealsService).sealAll();
    return books;
  }

  /** Adds more of the bank and of approvals, documents and settings, and seals all. */
  async addMore(): Promise<void> {
    await this.tradeAtBank();
    await this.approve();
    await this.tradeWithTax();
    await this.setEverything();
    await this.app.service(ChangePositions).number();
    await this.app.service(SealsService).sealAll();
  }

  /** Takes money by hand, by a checkout and by a claim, for orders and the wallet, and pays it out. */
  private async trade(): Promise<void> {
    const { admin, shop } = this;
    const { id } = shop.client;
    const [paid, canceled] = [await shop.placeNew(), await shop.placeNew()];
    const [single, online] = [await shop.placeNew(), await shop.placeNew()];
    await admin.receipts.record(this.other.client.id, 70);
    await admin.receipts.record(id, 1_000, { reference: 'PLANT-1', orders: [paid, canceled] });
    await admin.orders.cancel(canceled);
    await admin.orders.pay(single);
    await admin.wallets.payOut(id, 100, { reference: 'PLANT-OUT' });
    await admin.adjustments.make(id, -0.5);

    const payer = await Payer.of(this.app, shop.client);
    const checkout = await payer.open([online]);
    await payer.returnFrom(checkout, await payer.payAt(checkout));
    await jobs.checkIntents();
    const claim = { utr: utr(), amount: 250, date: '2026-11-21' };
    const { body } = await payer.browser.call('post', 'wallet/transfers', claim);
    await admin.confirmTransfers((body.data as { id: number }).id);
    await admin.importRows({ amount: 250, reference: claim.utr }, { amount: 90, reference: utr() });
    await shop.placeNew();
  }

  /** Lets money leave the gateway in every way. */
  private async tradeAtGateway(): Promise<void> {
    const { app, admin, other } = this;
    const payer = await Payer.of(app, other.client);
    const account = sandboxAccount(app);
    const receipt = await givenGatewayReceipt(payer, admin, other, 1_000);
    for (const [reference, status] of [
      ['PLANT-BACK', 'processed'],
      ['PLANT-FAILED', 'failed'],
    ] as const) {
      const refund = { amount: 100, reference, reason: 'Mistake' };
      await app.admin('post', `receipts/${receipt}/refunds`, refund).expect(201);
      await jobs.endRefund(status);
    }
    await account.refundOutside(await paymentOf(app, receipt), 5_000);
    for (const status of ['won', 'lost'] as const) {
      const disputed = await givenGatewayReceipt(payer, admin, other, 200);
      const dispute = await account.openDispute(await paymentOf(app, disputed), true);
      await jobs.deliverNotices();
      await account.endDispute(dispute!, status);
      await jobs.deliverNotices();
    }
    await account.settleNow();
    await app.service(GatewaySettlementsService).checkAll();
  }

  /** Lets money come to two accounts of the bank by receipts, by a claim, from known payers and as cheques. */
  private async tradeAtBank(): Promise<void> {
    const { admin } = this;
    const { id } = this.shop.client;
    const browser = await TestBrowser.ofMember(this.app, this.shop.client, 'member');
    const [claimed, recorded, one, two] = [utr(), utr(), utr(), utr()];
    const claim = { utr: claimed, amount: 250, date: '2026-11-21' };
    await browser.call('post', 'wallet/transfers', claim);
    for (const reference of ['004711', '004712']) {
      await admin.receipts.record(id, 30, { source: 'cheque', reference });
    }
    await admin.receipts.record(id, 500, { reference: recorded });
    await admin.importRows(
      { amount: 250, reference: claimed },
      { amount: 500, reference: recorded },
      { amount: 30, reference: '004711' },
      { amount: 90, reference: one, description: 'NEFT-BHARAT ENTERPRISES-bharat@upi' },
      { amount: 90, reference: two, description: 'NEFT-KAVERI STORES-kaveri@upi' },
      { amount: 77, reference: utr() },
      { amount: -5, reference: 'CHARGE', description: 'SMS CHARGES' },
    );
    await admin.lines.credit((await admin.lines.find(one)).id, id);
    await admin.lines.credit((await admin.lines.find(two)).id, this.other.client.id);
    await admin.lines.charge((await admin.lines.find('CHARGE')).id);
    await admin.lines.ignore((await admin.givenLine(60)).id);
    await admin.accounts.add({ name: 'Second' });
    const { id: account } = await admin.accounts.default();
    await admin.accounts.setOpening(account, dateInShop(inDays(0)), 1_000);
  }

  /** Lets two people decide about a receipt, a reversal and an adjustment. */
  private async approve(): Promise<void> {
    const people = await Approvers.given(this.app);
    const receipt = await people.givenMoney(LARGE);
    await people.approve(waitingFor(await people.postReceipt()).id);
    await people.approve(waitingFor(await people.postReversal(receipt)).id);
    const { id } = (await people.postAdjustment(3)).body.data as { id: number };
    await people.approve(id);
  }

  /** Sells with invoices and credit notes, and files a return. */
  private async tradeWithTax(): Promise<void> {
    const { app, admin, shop } = this;
    const tax = new TaxAdmin(app);
    await tax.putProfile({ e_invoice_from: dateInShop(new Date()) });
    await app.admin('patch', `clients/${shop.client.id}`, KARNATAKA).expect(200);
    await admin.orders.refund(await givenReturnedGoods(shop), { amount: 10, final: true });
    await admin.orders.refund(await givenReturnedGoods(shop), { amount: 5_000 });
    await admin.orders.ship(await givenTaxedOrder(shop), { items: [{ line: 1, quantity: 2 }] });
    for (const act of ['deliver', 'ship'] as const) {
      const order = await givenTaxedOrder(shop);
      await admin.orders.ship(order);
      if (act === 'deliver') await admin.orders.deliver(order);
    }
    const { data } = await tax.documents();
    const registration = registrationOf((await tax.document(data.at(-1)!.id)).number);
    await app.admin('post', 'e-invoices/results', { results: [registration] }).expect(200);
    const { day } = await app.row<{ day: string }>`
      SELECT effective_from::text AS day FROM tax_profiles`;
    await app.sql`UPDATE tax_profiles SET effective_from = effective_from - interval '3 months'`;
    const month = dateInShop(inDays(-35)).slice(0, 7);
    await app.admin('post', 'reports/gstr1/file', { month }).expect(201);
    await app.sql`UPDATE tax_profiles SET effective_from = ${day}`;
    await app.admin('post', 'reports/month/close', { month: '2020-10' }).expect(201);
  }

  private async setEverything(): Promise<void> {
    const { app, admin } = this;
    const { id } = this.shop.client;
    const kinds = ['receipt', 'payout', 'reversal', 'refund', 'adjustment', 'credit'];
    const limits = Object.fromEntries(kinds.map((kind) => [kind, 5_000]));
    await app.admin('put', 'approval-limits', limits).expect(200);
    const autoPay = { enabled: false, keep_balance: 5 };
    await app.admin('put', `clients/${id}/auto-pay`, autoPay).expect(200);
    await app.admin('put', 'method-aliases', { word: 'draft', method: 'cheque' }).expect(200);
    const rate = { hsn: '6109', effective_from: '2026-04-01', rate: 18 };
    await app.admin('put', 'tax-rates', rate).expect(200);
    const [product] = (await admin.products.list()).data;
    const [plan] = (await admin.plans.list()).data;
    await admin.plans.setPrice(plan!.code, product!.sku, 80);
    const payout = { amount: 10, reference: 'OUT-K' };
    await app
      .admin('post', `clients/${id}/wallet/payouts`, payout)
      .set('Idempotency-Key', 'PAYOUT-1')
      .expect(201);
  }
}
