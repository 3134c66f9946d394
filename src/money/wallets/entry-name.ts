const NAMES = {
  opening: 'Opening balance',
  receipt: 'Money received',
  settle: 'Order paid',
  refund: 'Refund',
  payout: 'Paid out',
  adjustment: 'Correction',
  debt: 'Debt',
  credit: 'Bought on account',
  dispute: 'Payment disputed',
};

export type EntryKind = keyof typeof NAMES;

/** Kinds whose payments have a name of their own. */
const PAYMENTS: Partial<typeof NAMES> = { debt: 'Debt paid', credit: 'Order on account paid' };

/** Names an entry of a wallet for people. @param amount below 0: money left the wallet */
export function entryName(kind: EntryKind, amount: number, isReversal: boolean): string {
  if (isReversal) return `${NAMES[kind]}, reversed`;
  return (amount < 0 ? PAYMENTS[kind] : undefined) ?? NAMES[kind];
}
