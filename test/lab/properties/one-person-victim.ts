import type { TestApp } from '../../support/app.js';
import { naming, utr, type BankAdmin } from '../../support/money/bank.js';
import { givenProduct } from '../../support/shop/given.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';

/** A transfer; in major units. */
interface Transfer {
  reference: string;
  amount: number;
}

/** A client whose people help nobody: a dishonest operator may take its money. */
export class Victim {
  /** Its transfers, whose numbers accomplices know. */
  readonly transfers: Transfer[] = [];
  /** What honest people have credited to it, in major units. */
  private creditedToIt = 0;

  private constructor(
    private readonly admin: BankAdmin,
    private readonly shop: Shop,
    private readonly member: TestBrowser,
    private readonly order: string,
  ) {}

  static async given(app: TestApp, admin: BankAdmin): Promise<Victim> {
    const shop = await givenShop(app);
    const member = await TestBrowser.ofMember(app, shop.client, 'member');
    const { sku } = await givenProduct(app, { basePriceMinor: 100 });
    return new Victim(admin, shop, member, await shop.orders.place({ sku, quantity: 1 }));
  }

  /** Reads what is in its wallet, less its debt and what honest people have credited. */
  async money(): Promise<number> {
    const { wallet_balance: wallet = 0, debt = 0 } = await this.admin.clients.get(
      this.shop.client.id,
    );
    return wallet - debt - this.creditedToIt;
  }

  /** Draws one of its transfers, or one that no bank has seen. */
  draw(which: number, amount: number): Transfer {
    const known = which % 3 === 0 ? this.transfers.at(-1 - (which % 4)) : undefined;
    return known ?? { reference: utr(), amount };
  }

  /** Claims a transfer that the bank shows later. */
  async claims(amount: number): Promise<Transfer & { id: number }> {
    const reference = utr();
    const claim = { utr: reference, amount, date: '2026-11-21' };
    const { body } = await this.member.call('post', 'wallet/transfers', claim);
    this.transfers.push({ reference, amount });
    return { id: (body.data as { id: number }).id, reference, amount };
  }

  /** Lets the bank show a transfer that names the victim, or nobody. */
  async pays(which: number, amount: number): Promise<Transfer> {
    const transfer = { reference: utr(), amount };
    const description = [naming(this.shop.client), `NEFT/${this.order}`, 'CASH'][which % 3]!;
    await this.admin.importRows({ ...transfer, description });
    // Where the line names nobody, the claim of an accomplice is believed.
    if (description !== 'CASH') this.transfers.push(transfer);
    return transfer;
  }

  /** Lets a colleague credit a transfer to it. The bank then shows a debit of the amount, which says nothing about it. */
  async isDebited(amount: number): Promise<{ receiptId: number; lineId: number }> {
    const { reference: paid } = await this.pays(0, amount);
    const { id } = await this.admin.lines.find(paid);
    const answer = { other_money: true };
    const { matched } = await this.admin.lines.credit(id, this.shop.client.id, answer);
    this.creditedToIt += amount;
    const reference = utr();
    await this.admin.importRows({ amount: -amount, reference, description: 'RENT' });
    const { id: lineId } = await this.admin.lines.find(reference);
    return { receiptId: matched!.receipt_id!, lineId };
  }
}

/** One person, with an accomplice who claims what it says. */
interface Thief {
  scene: { victim: Victim; admin: BankAdmin };
  references: Transfer[];
  party: (which: number) => { shop: Shop };
  answer: (which: number) => object;
  claim: (which: number, amount: number) => Promise<void>;
  onLine: (act: string, body: object, which: number) => Promise<void>;
  call: (method: 'post', path: string, body: object, which: number) => Promise<unknown>;
}

/** Ways to take money of the victim. */
export const THEFTS = [credit, reject, giveBack];

/** Credits money that the bank shows of the victim to an accomplice. */
async function credit(thief: Thief, which: number, amount: number): Promise<void> {
  thief.references.push(await thief.scene.victim.pays(which, amount));
  const client = { client_id: thief.party(which).shop.client.id };
  await thief.onLine('credit', { ...client, ...thief.answer(which) }, 0);
}

/** Rejects a claim of the victim, and lets an accomplice claim the transfer before the bank shows it. */
async function reject(thief: Thief, which: number, amount: number): Promise<void> {
  const { id, ...transfer } = await thief.scene.victim.claims(amount);
  await thief.call('post', `transfers/${id}/reject`, { reason: 'Mine' }, which);
  if (which % 3 > 0) await thief.claim(0, amount);
  if (which % 3 > 1) await thief.scene.admin.importRows(transfer);
  thief.references.push(transfer);
}

/** Says that a debit returned money of the victim. */
async function giveBack(thief: Thief, which: number, amount: number): Promise<void> {
  const { receiptId, lineId } = await thief.scene.victim.isDebited(amount);
  await thief.call('post', `bank-lines/${lineId}/return`, { receipt_id: receiptId }, which);
}

/**
 * Counts transfers that were credited twice: a receipt without a line after one with a line, of the same client and amount, where
 * nobody said that it is other money.
 */
export async function countCreditedTwice(app: TestApp): Promise<number> {
  const [found] = await app.sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM receipts r
    JOIN ledger_journals j ON j.receipt_id = r.id AND j.kind = 'receipt' AND j.reverses_id IS NULL
    WHERE r.source IN ('bank', 'other') AND r.reversed_at IS NULL
      AND NOT EXISTS (SELECT FROM statement_lines WHERE journal_id = j.id)
      AND EXISTS (
        SELECT FROM receipts earlier
        JOIN ledger_journals own ON own.receipt_id = earlier.id AND own.reverses_id IS NULL
        JOIN statement_lines l ON l.journal_id = own.id
        WHERE earlier.client_id = r.client_id AND earlier.amount_minor = r.amount_minor
          AND earlier.reversed_at IS NULL AND l.decided_at < j.at
          AND abs(earlier.received_at::date - r.received_at::date) < 14
      )
      AND NOT EXISTS (
        SELECT FROM audit_entries
        WHERE subject = 'client ' || r.client_id AND action = 'receipt.recorded'
          AND (after ->> 'receipt_id')::integer = r.id AND after ? 'other_money'
      )`;
  return found!.count;
}
