import { bank, startBankSuite, utr } from '../../support/money/bank.js';
import { balance, shop } from '../../support/money/suite.js';

startBankSuite();

describe('money out', () => {
  it('is suggested as a charge only by its words, up to the limit of the account', async () => {
    const { id } = await bank.accounts.default();
    const reasons = async (...movements: [string, number][]) => {
      const references = movements.map(() => utr());
      await bank.importRows(
        ...movements.map(([description, amount], index) => ({
          ...{ description, amount, reference: references[index]! },
        })),
      );
      const lines = await Promise.all(references.map(async (one) => bank.lines.find(one)));
      return lines.map(({ suggestion }) => suggestion?.reason ?? null);
    };
    expect(
      await reasons(
        ['SMS CHARGES', -17.7],
        ['GST @18% ON CHARGES', -1_000],
        ['CONSOLIDATED CHARGES', -1_000.01],
        ['RENT NOVEMBER', -900],
        ['SALARY NOVEMBER', -28_000],
        ['GST PAYMENT 26112900012345', -500],
        ['NEFT RETURN UNKNOWN PAYER', -500],
        ['INT COLL', -80],
      ),
    ).toEqual(['bank_charge', 'bank_charge', null, null, null, null, 'return_unclear', 'interest']);
    const [wrong] = await bank.accounts.change(id, { charge_limit: -1 }).problems();
    expect(wrong).toBe('charge_limit out_of_range');
    expect(await bank.accounts.change(id, { charge_limit: 50 })).toMatchObject({
      charge_limit: 50,
    });
    expect(await reasons(['SMS CHARGES', -50.01], ['INT PAID', 80])).toEqual([null, 'interest']);
    await bank.accounts.change(id, { charge_limit: 1_000 });
  });
});

describe('a returned payment', () => {
  it('is found by the client that it names, if one receipt of the client has its amount', async () => {
    const named = `CL${String(shop.client.id).padStart(6, '0')}`;
    const first = await bank.receipts.record(shop.client.id, 500, { source: 'bank' });
    await bank.importRows({ amount: -500, reference: 'N-1', description: `NEFT RTN ${named}` });
    const line = await bank.lines.find('N-1');
    expect(line.suggestion).toMatchObject({ reason: 'returned_payment', receipt_id: first.id });
    expect((await bank.lines.return(line.id)).matched).toMatchObject({ receipt_id: first.id });
    expect(await balance()).toBe(0);

    const [second, third] = [
      await bank.receipts.record(shop.client.id, 70),
      await bank.receipts.record(shop.client.id, 70),
    ];
    await bank.importRows({ amount: -70, reference: 'N-2', description: `REV ${named}` });
    const unclear = await bank.lines.find('N-2');
    expect(unclear.suggestion).toMatchObject({
      reason: 'return_unclear',
      client_id: shop.client.id,
    });
    for (const body of [{}, { receipt_id: first.id }, { receipt_id: 999_999 }]) {
      expect((await bank.lines.return(unclear.id, body).refused(409)).code).toBe(
        'bank_line_refused',
      );
    }
    await bank.lines.return(unclear.id, { receipt_id: second.id });
    expect(await balance()).toBe(70);
    expect((await bank.lines.return(unclear.id, { receipt_id: third.id }).refused(409)).code).toBe(
      'bank_line_matched',
    );
    await bank.importRows({ amount: -70, reference: 'N-3', description: 'RETURN' });
    const again = bank.lines.return((await bank.lines.find('N-3')).id, { receipt_id: second.id });
    expect((await again.refused(409)).message).toContain('has another line');
  });
});
