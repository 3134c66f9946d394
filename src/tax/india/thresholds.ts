/** A value of a rule from a day on, until the next row's day. */
export interface DatedValue {
  /** YYYY-MM-DD. */
  from: string;
  /** Minor units. */
  minor: number;
}

/** An inter-state invoice above this value to a client without GSTIN is listed. Notification 12/2024 lowered the value. */
export const LARGE_INVOICE: readonly DatedValue[] = [
  { from: '2017-07-01', minor: 250_000_00 },
  { from: '2024-08-01', minor: 100_000_00 },
];

/** Goods above this value with tax need an e-way bill when they move between states. */
const E_WAY_BILL: readonly DatedValue[] = [{ from: '2018-04-01', minor: 50_000_00 }];

const LAKH: readonly DatedValue[] = [{ from: '2018-04-01', minor: 100_000_00 }];

/** Values of states with their own limit for goods that stay within the state, by the state's code. */
const E_WAY_BILL_WITHIN: Readonly<Record<string, readonly DatedValue[]>> = {
  '03': LAKH,
  '07': LAKH,
  '08': LAKH,
  '10': LAKH,
  // Notification 02/2026-C.T./GST of West Bengal.
  '19': [...LAKH, { from: '2026-06-01', minor: 50_000_00 }],
  '20': LAKH,
  '27': LAKH,
  '33': LAKH,
};

/**
 * Finds the value above which goods need an e-way bill.
 *
 * @param day YYYY-MM-DD
 * @param withinState code of the state that the goods stay in; null: they leave it
 */
export function eWayBillThreshold(day: string, withinState: string | null): number {
  return valueOn(E_WAY_BILL_WITHIN[withinState ?? ''] ?? E_WAY_BILL, day);
}

/** Finds the value of a rule on a day. Days before its first row have the first value. */
export function valueOn(rows: readonly DatedValue[], day: string): number {
  return (rows.findLast(({ from }) => from <= day) ?? rows[0])!.minor;
}
