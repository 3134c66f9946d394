import { parseAmount, readStatement } from './statement-file.js';

async function* fileOf(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('parseAmount', () => {
  it.each([
    ['25000', 2_500_000],
    ['1,23,456.00', 12_345_600],
    ['₹ 500.5', 50_050],
    ['Rs. 1,000.25 CR', 100_025],
    ['INR 7', 700],
  ])('reads %s', (text, amountMinor) => {
    expect(parseAmount(text)).toBe(amountMinor);
  });

  it.each(['', '-5', '500 DR', '1.234', 'abc', '9'.repeat(30)])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

describe('readStatement', () => {
  it("finds the header below the bank's own lines, and leaves debits out", async () => {
    const { rows, problems, hasHeader } = await readStatement(
      fileOf(
        'STATEMENT OF ACCOUNT\nPeriod,1 to 30 November\n' +
          'Txn Date,Description,Ref No./Cheque No.,Debit,Credit\n' +
          '21/11/2026,NEFT-HDFCN520261121001-MEERA,,,"1,100.00"\n' +
          '21/11/2026,RENT,000123,500.00,\n' +
          '21/11/2026,UPI,432112345678,,ten\n' +
          '22/11/2026,UPI,4321 1234 5679,,5\n',
      ),
    );
    expect(hasHeader).toBe(true);
    expect(rows.map(({ line, amountMinor, utrs }) => ({ line, amountMinor, utrs }))).toEqual([
      { line: 4, amountMinor: 110_000, utrs: ['HDFCN520261121001'] },
      { line: 7, amountMinor: 500, utrs: ['432112345679'] },
    ]);
    expect(problems).toEqual([{ line: 6, problem: 'has an amount that cannot be read: "ten"' }]);
  });

  it('says that no row names the columns', async () => {
    expect(await readStatement(fileOf('date,text\n1,2\n'))).toMatchObject({ hasHeader: false });
  });

  it('says where the file cannot be read', async () => {
    const { problems } = await readStatement(fileOf('utr,amount\nUTR-1,5\n"UTR-2,6\n'));
    expect(problems).toHaveLength(1);
  });
});
