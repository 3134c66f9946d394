import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import type { PaymentMethod } from '../payment-methods.js';

/** The decision about a word: the method that it means, or `refused`. */
export type MethodChoice = PaymentMethod | 'refused';

/** A word that means a method of payment in this installation. The upgrade stores the unknown words that were in use. */
@Entity('method_aliases')
@Check(
  'method_aliases_method_ck',
  "method IN ('wallet', 'credit', 'bank', 'cash', 'cheque', 'card', 'other', 'refused')",
)
export class MethodAlias {
  /** In small letters. */
  @PrimaryColumn('varchar', { length: LIMITS.paymentMethodLength })
  word: string;

  /** null: it was in use before the upgrade, and no operator has decided about it. */
  @Column('varchar', { length: 10, nullable: true })
  method: MethodChoice | null;

  /** Number of receipts with the word at the upgrade. */
  @Column('integer', { default: 0 })
  receipts: number;
}
