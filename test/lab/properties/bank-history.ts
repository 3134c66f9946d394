import type { Response } from 'supertest';
import { rrn, statementOf, utr, type Movement } from '../../support/money/bank.js';
import {
  answered,
  chosen,
  expectStatus,
  type Drawn,
  type MoneyDesk,
  type NamedStep,
  type Party,
} from './money-desk.js';

/** An unmatched line of a statement. */
interface OpenLine {
  reference: string;
  paise: number;
  isSuspended: boolean;
}

/** Lines of bank statements, and reversed receipts. */
export class BankHistory {
  private readonly open: OpenLine[] = [];

  constructor(private readonly desk: MoneyDesk) {}

  steps(): NamedStep[] {
    return [
      [2, 'a receipt is reversed', (drawn) => this.reverse(drawn)],
      [3, 'a line has money', (drawn) => this.line(drawn)],
      [2, 'a line is credited', (drawn) => this.creditLine(drawn)],
      [1, 'a line waits in suspense', (drawn) => this.suspend(drawn)],
      [1, 'a line is ignored', (drawn) => this.ignore(drawn)],
      [1, 'the bank charges', (drawn) => this.charge(drawn)],
      [2, 'a payment is returned', (drawn) => this.return(drawn)],
    ];
  }

  private async reverse({ which }: Drawn): Promise<void> {
    const receipt = chosen(
      this.desk.receipts.filter(({ isReversed }) => !isReversed),
      which,
    );
    if (receipt === undefined) return;
    const path = `receipts/${receipt.id}/reverse`;
    expectStatus(await this.desk.admin('post', path, { reason: 'history' }), 200);
    this.desk.book.takeBack(receipt.party, receipt.paise, receipt.account);
    receipt.isReversed = true;
  }

  /** Reads a line of received money: claimed by the client, of a receipt that finance recorded, or neither. */
  private async line({ party: index, which, paise }: Drawn): Promise<void> {
    const party = this.desk.parties[index]!;
    const reference = which % 2 === 0 ? utr() : rrn();
    if (which % 3 === 0) {
      const claimed = await this.newAmount(paise);
      await this.claim(party, reference, claimed);
      await this.import({ amount: claimed / 100, reference });
      this.desk.book.credit(party, claimed, 'bank');
      const id = await this.receiptBy(reference);
      this.desk.keep({ id, party, paise: claimed, account: 'bank', reference });
      return;
    }
    await this.import({ amount: paise / 100, reference });
    this.open.push({ reference, paise, isSuspended: false });
  }

  private async creditLine({ party: index, which, paise }: Drawn): Promise<void> {
    const party = this.desk.parties[index]!;
    const line = take(this.open, which);
    if (line === undefined) return;
    const tax = which % 4 === 0 ? Math.min(paise, 500) : 0;
    const answer = await this.onLine(line.reference, 'credit', {
      client_id: party.shop.client.id,
      ...(tax > 0 && { tax_deducted: tax / 100 }),
    });
    if (this.desk.isAskedAbout(answer, line.paise, 'receipt')) {
      this.open.push(line);
      return;
    }
    expectStatus(answer, 200);
    if (line.isSuspended) this.desk.book.move('suspense', line.paise);
    if (line.isSuspended) this.desk.book.move('bank', -line.paise);
    this.desk.book.move('bank', line.paise);
    this.desk.book.credit(party, line.paise + tax, 'tax_receivable');
    this.desk.book.move('tax_receivable', -line.paise);
    const id = await this.receiptBy(line.reference);
    // Its reversal takes the tax back, too: the history leaves such receipts alone.
    if (tax === 0) this.desk.keep({ ...line, id, party, account: 'bank' });
  }

  private async suspend({ which }: Drawn): Promise<void> {
    const line = chosen(
      this.open.filter(({ isSuspended }) => !isSuspended),
      which,
    );
    if (line === undefined) return;
    expectStatus(await this.onLine(line.reference, 'suspense'), 200);
    this.desk.book.move('bank', line.paise);
    this.desk.book.move('suspense', -line.paise);
    line.isSuspended = true;
  }

  /** Leaves a line out of the books. It can still be credited later. */
  private async ignore({ which }: Drawn): Promise<void> {
    const line = chosen(this.open, which);
    if (line === undefined) return;
    const { status } = await this.onLine(line.reference, 'ignore', { reason: 'history' });
    expect(status).toBe(line.isSuspended ? 409 : 200);
  }

  private async charge({ paise }: Drawn): Promise<void> {
    const reference = utr();
    await this.import({ amount: -paise / 100, reference });
    const [account] = await this.desk.query<{ id: number }>(
      "SELECT id FROM other_accounts WHERE type = 'charges'",
    );
    expectStatus(await this.onLine(reference, 'book', { other_account_id: account!.id }), 200);
    this.desk.book.move('bank', -paise);
    this.desk.book.move('bank_charges', paise);
  }

  /** Reads a debit with the number of a receipt, and takes the money back, unless a reversal has done so. */
  private async return({ which }: Drawn): Promise<void> {
    const receipt = chosen(
      this.desk.receipts.filter(({ account, hasReturn }) => account === 'bank' && !hasReturn),
      which,
    );
    if (receipt === undefined) return;
    const { party, paise, reference } = receipt;
    const own = utr();
    await this.import({ amount: -paise / 100, reference: own, description: `RETURN ${reference}` });
    expectStatus(await this.onLine(own, 'return'), 200);
    if (!receipt.isReversed) this.desk.book.takeBack(party, paise, 'bank');
    Object.assign(receipt, { isReversed: true, hasReturn: true });
  }

  /** Finds the next amount that no receipt has: a person decides whether money of the same amount is the same. */
  private async newAmount(paise: number): Promise<number> {
    const known = await this.desk.query<{ amount: string }>(
      'SELECT DISTINCT amount_minor AS amount FROM receipts',
    );
    const amounts = new Set(known.map(({ amount }) => Number(amount)));
    let amount = paise;
    while (amounts.has(amount)) amount += 1;
    return amount;
  }

  private async claim({ member }: Party, reference: string, paise: number): Promise<void> {
    const claim = { utr: reference, amount: paise / 100, date: '2026-11-21' };
    expectStatus(await answered(() => member.call('post', 'wallet/transfers', claim)), 201);
  }

  private async import(movement: Movement): Promise<void> {
    const path = 'transfers/match?accept_gap=true';
    const response = await answered(() => this.desk.app().adminFile(path, statementOf([movement])));
    expectStatus(response, 200);
  }

  private async onLine(reference: string, act: string, body: object = {}): Promise<Response> {
    const [line] = await this.desk.query<{ id: number }>(
      'SELECT id FROM statement_lines WHERE reference = $1',
      [reference],
    );
    return this.desk.admin('post', `bank-lines/${line!.id}/${act}`, body);
  }

  private async receiptBy(reference: string): Promise<number> {
    const { body } = await this.desk.admin('get', `receipts?reference=${reference}`);
    const { data } = body as { data: { id: number }[] };
    expect(data).toHaveLength(1);
    return data[0]!.id;
  }
}

function take<T>(list: T[], which: number): T | undefined {
  const found = chosen(list, which);
  if (found !== undefined) list.splice(list.indexOf(found), 1);
  return found;
}
