import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import { LIMITS } from '../../platform/config/limits.js';

/** Kinds of entries that wait for another person. */
export const APPROVAL_KINDS = [
  ...(['receipt', 'order_payment', 'transfer', 'payout', 'reversal', 'refund'] as const),
  ...(['bank_line', 'client_member', 'client_owner', 'bank_account', 'bank_opening'] as const),
  ...(['statement'] as const),
  ...(['approval_limits', 'operator_roles', 'credit_terms', 'bank_details', 'adjustment'] as const),
];
export type ApprovalKindName = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_STATUSES = ['waiting', 'approved', 'rejected'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The unique index that prevents a second waiting approval of the same thing. */
const APPROVAL_KEY_UNIQUE = 'approvals_key_uq';
/** The unique index that prevents a second adjustment with the same reference, even after the first one was approved. */
const ADJUSTMENT_UNIQUE = 'approvals_adjustment_uq';
export const APPROVAL_UNIQUE = [APPROVAL_KEY_UNIQUE, ADJUSTMENT_UNIQUE];

/** Fields of a setting, under their names in the API. */
export type SettingFacts = Readonly<Record<string, string | number | null>>;

export interface SettingChange {
  before: SettingFacts;
  after: SettingFacts;
}

/** Facts about a statement for the person who approves it; amounts in minor units. */
export interface StatementSummary {
  bankAccountId: number;
  /** Number of its lines. */
  rows: number;
  inMinor: number;
  outMinor: number;
  openingMinor: number | null;
  closingMinor: number | null;
  /** The lines with the largest amounts. Below zero: a debit. */
  largest: readonly { date: string; reference: string; description: string; amountMinor: number }[];
}

/** Facts of an entry that its kind needs to carry it out, and that the approver sees. */
export interface ApprovalDetails {
  /** The source of a receipt. */
  source?: string;
  /** The word for the payment method of a receipt or an order payment. */
  method?: string;
  /** The payment method that the word meant when an order payment was proposed. */
  paidBy?: string;
  /** Numbers of the orders that are to be paid, or of the single one. */
  orders?: readonly string[];
  /** The receipt that is to be reversed or refunded. */
  receiptId?: number;
  transferId?: number;
  receivedAt?: string | null;
  taxDeductedMinor?: number;
  /** What the proposer said about similar money: it is other money, or the same as this. */
  isOtherMoney?: boolean;
  sameAs?: { kind: 'receipt' | 'bank_line' | 'transfer'; id: number } | null;
  /** The number of a cheque that a line is to clear. */
  cheque?: string | null;
  /** The line of a bank statement that is to be decided, and the account that it is to be booked to. */
  lineId?: number;
  otherAccountId?: number;
  /** The direction and the bank's day of that line. */
  direction?: 'in' | 'out';
  valueDate?: string;
  /** The person who is to get roles, or access to the client. */
  email?: string;
  /** The operator who is to get roles; undefined: they are invited. */
  userId?: number;
  /** Roles that an operator is to get; empty: they are removed. */
  roles?: readonly string[];
  /** True: it takes effect after {@link DELAY_HOURS}, because no one else could approve it. */
  isDelayed?: boolean;
  /** The bank account and its new data; null: it is to become the default one. */
  bankAccount?: { id: number; data: object | null };
  /** The new data of other settings that tell people where to pay or to send goods. */
  brand?: object;
  taxProfile?: object;
  returnPlace?: object;
  /** The bank account that is to be added. */
  newBankAccount?: object;
  /** The statement that is to be imported. */
  statement?: StatementSummary;
  /** The balance of a bank account at the beginning of a day. */
  opening?: { bankAccountId: number; date: string; balanceMinor: number };
  change?: SettingChange;
}

/** An entry that one person proposed and another one approves or rejects. */
@Entity('approvals')
@Index('approvals_waiting_ix', ['id'], { where: "status = 'waiting'" })
@Index(APPROVAL_KEY_UNIQUE, ['kind', 'key'], { unique: true, where: "status = 'waiting'" })
@Index('approvals_held_journal_uq', ['heldJournalId'], { unique: true })
@Index('approvals_journal_uq', ['journalId'], { unique: true })
@Index('approvals_payout_ix', ['key'], { where: "kind = 'payout' AND status = 'approved'" })
@Index(ADJUSTMENT_UNIQUE, ['key'], {
  unique: true,
  where: "kind = 'adjustment' AND status <> 'rejected'",
})
@Index('approvals_client_ix', ['clientId', 'id'], { where: "kind = 'adjustment'" })
@Check('approvals_amount_ck', "amount_minor > 0 OR kind = 'adjustment' AND amount_minor < 0")
@Check('approvals_status_ck', "status IN ('waiting', 'approved', 'rejected')")
@Check(
  'approvals_decided_ck',
  `(status = 'waiting') = (decided_by IS NULL) AND (status = 'waiting') = (decided_at IS NULL)
    AND (rejection_reason IS NULL OR status = 'rejected')
    AND (rejection_reason IS NOT NULL OR status <> 'rejected' OR kind = 'adjustment')`,
)
@Check(
  'approvals_journal_ck',
  "amount_minor IS NULL OR (status = 'approved') = (journal_id IS NOT NULL)",
)
export class Approval {
  /** Id from the sequence of the table that had adjustments before they were approvals. */
  @PrimaryColumn('integer')
  id: number;

  @Column('varchar', { length: 20 })
  kind: ApprovalKindName;

  /** Identifies the thing itself, such as a reference at the bank. It can be proposed only once while it waits. */
  @Column('text')
  key: string;

  /** null: it is of no client. */
  @ForeignKey(() => Client, { name: 'approvals_client_fk' })
  @Column('integer', { nullable: true })
  clientId: number | null;

  /** Below zero: an adjustment that takes money from a wallet. null: it is not about money. */
  @Column('bigint', { nullable: true })
  amountMinor: number | null;

  /** The reference that the proposer gave. */
  @Column('varchar', { length: LIMITS.storedReferenceLength, nullable: true })
  reference: string | null;

  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  note: string | null;

  @Column('jsonb')
  details: ApprovalDetails;

  /** The journal that set the money aside. */
  @ForeignKey('LedgerJournal', { name: 'approvals_held_journal_fk' })
  @Column('bigint', { nullable: true })
  heldJournalId: number | null;

  /** The journal that the approval wrote. */
  @ForeignKey('LedgerJournal', { name: 'approvals_journal_fk' })
  @Column('bigint', { nullable: true })
  journalId: number | null;

  @Column('varchar', { length: 10, default: 'waiting' })
  status: ApprovalStatus;

  @Column('varchar', { length: LIMITS.actorLength })
  proposedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  proposedAt: Date;

  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  rejectionReason: string | null;

  /** Reason of an operator who approved it in place of the client's owner. */
  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  approvalReason: string | null;
}

/** Time after which a delayed entry takes effect unless it is rejected. */
export const DELAY_HOURS = 72;

/** Returns when a delayed entry takes effect; undefined: only an approval carries it out. */
export function takesEffectAt({ details, proposedAt }: Approval): Date | undefined {
  if (details.isDelayed !== true) return undefined;
  return new Date(proposedAt.getTime() + DELAY_HOURS * 3_600_000);
}

export type NewApproval = Pick<
  Approval,
  'kind' | 'key' | 'clientId' | 'amountMinor' | 'reference' | 'note' | 'details'
>;
