import fc from 'fast-check';
import { usedOf } from './money-book.js';
import { paiseOf, type Drawn, type MoneyDesk, type NamedStep } from './money-desk.js';

const drawn = fc.record({
  party: fc.nat(1),
  which: fc.nat(30),
  paise: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60_000 })),
});

export interface HistoryStep {
  name: string;
  run: () => Promise<void>;
}

/** Draws a history of some steps. Frequent steps are drawn more often. */
export function drawHistory(
  steps: readonly NamedStep[],
  { seed, length }: { seed: number; length: number },
): HistoryStep[] {
  const often = steps.flatMap((step) => Array.from({ length: step[0] }, () => step));
  const one = fc.tuple(fc.constantFrom(...often), drawn);
  return fc
    .sample(fc.noBias(one), { seed, numRuns: length })
    .map(([[, name, run], values]: [NamedStep, Drawn]) => ({
      name: `${name} ${JSON.stringify(values)}`,
      run: () => run(values),
    }));
}

/** Compares the wallets, debts and credits of all clients, and every account of the wholesaler, with the book. */
export async function compareWithBook(desk: MoneyDesk): Promise<void> {
  for (const party of desk.parties) {
    const { body } = await desk.admin('get', `clients/${party.shop.client.id}`);
    const { data } = body as { data: Record<string, number> };
    expect({
      wallet: paiseOf(data.wallet_balance!),
      debt: paiseOf(data.debt!),
      used: paiseOf(data.credit_used!),
    }).toEqual({ wallet: party.wallet, debt: party.debt, used: usedOf(party) });
  }
  const sums = await desk.query<{ kind: string; sum: number }>(
    `SELECT a.kind, -sum(p.amount_minor)::bigint AS sum
      FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id
      WHERE a.client_id IS NULL AND a.kind NOT IN ('client_debt', 'client_credit')
      GROUP BY 1 HAVING sum(p.amount_minor) <> 0`,
  );
  const booked = [...desk.book.accounts].filter(([, paise]) => paise !== 0);
  expect(Object.fromEntries(sums.map(({ kind, sum }) => [kind, sum]))).toEqual(
    Object.fromEntries(booked),
  );
}
