import { bank, claim, rrn, startBankSuite, statementOf } from '../../support/money/bank.js';
import { balance, shop } from '../../support/money/suite.js';

startBankSuite();

const dashed = (reference: string): string => `${reference.slice(0, 4)}-${reference.slice(4)}`;
const record = (reference: string) => bank.receipts.record(shop.client.id, 500, { reference });

describe('a receipt that was typed with a dash, and the line of its money without it', () => {
  it('are one credit, when an operator credits the line', async () => {
    const reference = rrn();
    const { id: receiptId } = await record(dashed(reference));
    await bank.importRows({ amount: 500, reference });
    const { id } = await bank.lines.find(reference);
    await bank.lines.credit(id, shop.client.id);
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
    expect(await bank.receipts.list({ client_id: shop.client.id })).toMatchObject({
      data: [{ id: receiptId, amount: 500 }],
    });
    expect(await balance()).toBe(500);
  });

  it('are one credit, when the client claims the transfer', async () => {
    const reference = rrn();
    await record(dashed(reference));
    await claim({ utr: reference, amount: 500 });
    await bank.import(statementOf([{ amount: 500, reference }]));
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
    expect(await balance()).toBe(500);
  });
});

describe('two lines of one amount whose references differ by a dash', () => {
  it('are two credits, however each is recorded', async () => {
    const [one, two] = [rrn(), rrn()];
    await bank.importRows(
      ...[one, two].flatMap((reference) => [
        { amount: 500, reference },
        { amount: 500, reference: dashed(reference) },
      ]),
    );
    for (const reference of [one, dashed(one), two]) await record(reference);
    const { id } = await bank.lines.find(dashed(two));
    await bank.lines.credit(id, shop.client.id);
    expect(await balance()).toBe(2000);
    expect(await record(two).status()).toBe(200);
    expect(await balance()).toBe(2000);
  });
});
