import { readStatement } from '../../../src/money/bank/statement-file/read-statement.js';
import type { Statement } from '../../../src/money/bank/statement-file/types.js';

const HEADER = 'Date,Narration,Ref,Withdrawal,Deposit,Balance';
const read = (...rows: string[]): Promise<Statement> =>
  readStatement(Buffer.from([HEADER, ...rows].join('\n')));
const told = ({ lines }: Statement): unknown[] =>
  lines.map((line) => [line.rowNumber, line.direction, line.amountMinor, line.description]);
const UTR = 'SBIN526325277781';

describe('rows that are one transaction', () => {
  it('are joined where the description goes on below', async () => {
    const statement = await read(
      '20/11/2026,NEFT CR-SBIN0001234-,,,212.00,1212.00',
      ',ASHA HOME STORE-,,,,',
      `,${UTR},,,,`,
      '21/11/2026,UPI X,632512345678,,10.00,1222.00',
      '',
      ',A note below a blank row,,,,',
    );
    expect(told(statement)).toEqual([
      [2, 'in', 21_200, `NEFT CR-SBIN0001234- ASHA HOME STORE- ${UTR}`],
      [5, 'in', 1_000, 'UPI X'],
    ]);
    expect(statement.lines[0]!.identifiers).toEqual([UTR]);
    expect(statement.ignoredRows.map(({ rowNumber }) => rowNumber)).toEqual([7]);
    expect(statement.balanceFault).toBeNull();
  });

  it('are joined where the description begins above', async () => {
    const statement = await read(
      ',NEFT CR-SBIN0001234-,,,,',
      `20/11/2026,${UTR},,,212.00,1212.00`,
      ',UPI,,,,',
      ',X,,,,',
      '21/11/2026,,632512345678,,10.00,1222.00',
    );
    expect(told(statement)).toEqual([
      [2, 'in', 21_200, `NEFT CR-SBIN0001234- ${UTR}`],
      [4, 'in', 1_000, 'UPI X'],
    ]);
  });

  it('are joined where the amount is in the second row', async () => {
    const statement = await read(
      '20/11/2026,NEFT CR,,,,',
      `,${UTR},,,212.00,1212.00`,
      '21/11/2026,CHARGES,,,,',
      ',OF NOVEMBER,,,,',
      ',,,12.00,,1200.00',
    );
    expect(told(statement)).toEqual([
      [2, 'in', 21_200, `NEFT CR ${UTR}`],
      [4, 'out', 1_200, 'CHARGES OF NOVEMBER'],
    ]);
    expect(statement.balanceFault).toBeNull();
  });

  it('are not joined with totals, summaries and sums', async () => {
    const statement = await read(
      '20/11/2026,NEFT,,,212.00,1212.00',
      ',Grand Total,,,,',
      '21/11/2026,Interest rates change,,,,',
      ',,,0.00,212.00,',
      ',Statement Summary,,,,',
    );
    expect(told(statement)).toEqual([[2, 'in', 21_200, 'NEFT']]);
  });
});

describe('amounts below zero in a column with a direction', () => {
  it('are read as the balances prove', async () => {
    const rows = [
      '01/11/2026,NEFT CR,N306261234567892,,5000.00,15000.00',
      '02/11/2026,REVERSAL NEFT,N306261234567892,,-5000.00,10000.00',
      '03/11/2026,CHQ RETURN OWN,000321,-2000.00,,12000.00',
      '13/11/2026,RENT,,500.00,,11500.00',
    ];
    const statement = await read(...rows);
    const directions = ['in 500000', 'out 500000', 'in 200000', 'out 50000'];
    expect(statement.lines.map((line) => `${line.direction} ${line.amountMinor}`)).toEqual(
      directions,
    );
    expect(statement).toMatchObject({ closingMinor: 1_150_000, balanceFault: null });
    const latestFirst = await read(...rows.toReversed());
    expect(latestFirst.lines.map((line) => `${line.direction} ${line.amountMinor}`)).toEqual(
      directions.toReversed(),
    );
  });

  it('are the money of their column where the balances prove that', async () => {
    const statement = await read('20/11/2026,A,,-5.00,,95.00', '21/11/2026,B,,-7.00,,88.00');
    expect(told(statement)).toEqual([
      [2, 'out', 500, 'A'],
      [3, 'out', 700, 'B'],
    ]);
  });

  it('are not read without balances, and the balances of the others prove nothing', async () => {
    const statement = await read('20/11/2026,A,,,5.00,95.00', '21/11/2026,B,,,-7.00,');
    expect(statement.unreadableRows).toMatchObject([{ rowNumber: 3 }]);
    expect(statement.leftOutFault).toBe(
      'Row 3 was not read, so the balances do not prove that the others are all.',
    );
  });
});
