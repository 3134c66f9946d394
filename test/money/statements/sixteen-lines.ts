// Words as banks write them: spelling: off
import { rrn, utr, type Movement } from '../../support/money/bank.js';

/** The clients whose money the lines are. */
export const NAMES = {
  marina: 'Marina Living',
  jaipur: 'Jaipur Linen House',
  lakeside: 'Lakeside Offices',
  charminar: 'Charminar Crockery',
  oldTown: 'Old Town Gifts',
} as const;
type Name = keyof typeof NAMES;

/** What finance presses for a line: a button of its row, and what it fills in before it presses the one of the dialog. */
export interface Answer {
  button: string;
  client?: Name;
  /** The label of a choice. */
  account?: string;
  receiptOf?: Name;
}

/** A line of the statement, what the preview says of it, and what is right. */
export interface AnsweredLine extends Movement {
  reference: string;
  description: string;
  preview: string;
  /** null: it is right without a decision. */
  answer: Answer | 'all' | null;
  matched: { kind: string; client?: Name; other_account?: string };
}

interface Facts {
  /** The references of two claimed transfers, the second in a form that no bank has. */
  claims: readonly [string, string];
  settlement: { utr: string; amount: number };
  ids: Readonly<Record<Name, number>>;
}

const other = (account: string): Pick<AnsweredLine, 'preview' | 'answer' | 'matched'> => ({
  preview: 'Not explained',
  answer: { button: 'Other account', account },
  matched:
    account === 'Bank charges'
      ? { kind: 'bank_charge' }
      : { kind: 'other', other_account: account },
});
const namesake = (client: Name): Pick<AnsweredLine, 'preview' | 'answer' | 'matched'> => ({
  preview: 'Credit to its client',
  answer: { button: `Credit to ${NAMES[client]}` },
  matched: { kind: 'receipt', client },
});
const confirmed = {
  preview: 'Confirms a transfer',
  answer: null,
  matched: { kind: 'receipt', client: 'marina' },
} as const;

/** Amounts of receipts that the lines return. */
export const RETURNED = { named: 2_750, unnamed: 1_234 };

/** Writes the lines of a wholesaler's statement as banks write them. */
export function sixteenLines({ claims, settlement, ids }: Facts): AnsweredLine[] {
  const reference = `CL${String(ids.oldTown).padStart(6, '0')}`;
  const returned = { kind: 'receipt', client: 'jaipur' } as const;
  return [
    {
      amount: 4_500,
      reference: claims[0],
      description: `NEFT CR-YESB0000001-MARINA LIVING-${claims[0]}`,
      ...confirmed,
    },
    { amount: 4_600, reference: claims[1], description: 'RTGS CR-MARINA', ...confirmed },
    {
      amount: 12_500,
      reference: utr(),
      description: 'NEFT CR-UTIB0000123-JAIPUR LINEN HOUSE',
      ...namesake('jaipur'),
    },
    {
      amount: 8_000,
      reference: rrn(),
      description: 'UPI/LAKESIDE OFFICES/lakeside@okaxis/AXIS BANK',
      ...namesake('lakeside'),
    },
    {
      // A hundred less than the order.
      amount: 9_900,
      reference: rrn(),
      description: 'IMPS-CHARMINAR CROCKERY-ICIC-XXXXXXX021',
      ...namesake('charminar'),
    },
    {
      amount: 3_000,
      reference: utr(),
      description: `NEFT CR-MARINA LIVING-${reference}`,
      preview: 'To decide',
      answer: { button: 'Credit to…', client: 'oldTown' },
      matched: { kind: 'receipt', client: 'oldTown' },
    },
    {
      amount: -9_000,
      reference: utr(),
      description: 'SHANTI ESTATES-RENT NOV',
      ...other('Expenses'),
    },
    { amount: -8_000, reference: utr(), description: 'SALARY NOV RAMESH', ...other('Expenses') },
    {
      amount: -3_145,
      reference: utr(),
      description: 'GIB/002612345678/GST/PAYMENT',
      ...other('Taxes'),
    },
    {
      amount: -5.9,
      reference: utr(),
      description: 'IMPS CHARGES',
      preview: 'Bank charge',
      answer: 'all',
      matched: { kind: 'bank_charge' },
    },
    {
      amount: -4_118,
      reference: utr(),
      description: 'CONSOLIDATED CHARGES FOR A/C',
      ...other('Bank charges'),
    },
    {
      amount: -RETURNED.named,
      reference: utr(),
      description: 'REV-NEFT CR-UTIB0000123-JAIPUR LINEN HOUSE',
      preview: 'To decide',
      answer: { button: 'Returned payment', receiptOf: 'jaipur' },
      matched: returned,
    },
    {
      amount: -RETURNED.unnamed,
      reference: utr(),
      description: 'NEFT-RTN-INVALID ACCOUNT',
      preview: 'To decide',
      // No client is named: a person compares the only receipt of the amount.
      answer: { button: 'Returned payment', receiptOf: 'lakeside' },
      matched: { kind: 'receipt', client: 'lakeside' },
    },
    {
      amount: 412,
      reference: utr(),
      description: 'Int.Pd:01-07-2026 to 30-09-2026',
      preview: 'Interest',
      answer: { button: 'Interest' },
      matched: { kind: 'other', other_account: 'Interest' },
    },
    {
      amount: -10_000,
      reference: utr(),
      description: 'TRF TO OWN ACCOUNT XX4321',
      preview: 'Transfer between own accounts',
      answer: { button: 'Own account' },
      matched: { kind: 'other', other_account: 'Transfers between own accounts' },
    },
    {
      amount: settlement.amount,
      reference: settlement.utr,
      description: 'NEFT CR-UTIB0000100-RAZORPAY SOFTWARE PVT LTD',
      preview: 'Recorded already',
      answer: null,
      matched: { kind: 'settlement' },
    },
  ];
}
