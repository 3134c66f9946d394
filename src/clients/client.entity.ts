import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { LIMITS } from '../platform/config/limits.js';
import { ADDRESS_LINE_LENGTH, PLACE_LENGTH } from '../platform/gst/address.js';
import type { Sez } from './sez.js';

/** Unique index: e-mail addresses of clients differ, ignoring case. */
export const EMAIL_UNIQUE = 'clients_email_uq';

/** A company that owns a store, or its hidden test client. */
@Entity('clients')
@Unique('clients_test_of_uq', ['testOf'])
@Check('clients_tax_ck', 'tax_deducted_bp BETWEEN 1 AND 1000')
@Check('clients_sez_ck', "sez IN ('with_payment', 'without_payment')")
@Check(
  'clients_billing_ck',
  `num_nulls(billing_line1, billing_place, billing_state, billing_pincode) IN (0, 4)
    AND (billing_line2 IS NULL OR billing_line1 IS NOT NULL)`,
)
@Check('clients_reservation_limits_ck', 'max_reserved_units >= 0 AND max_open_value_minor >= 0')
// On lower(email) of clients that are not test clients. Decorators cannot express this; a migration creates it.
@Index(EMAIL_UNIQUE, { synchronize: false })
export class Client {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('varchar', { length: LIMITS.emailLength })
  email: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Billing address as one text, from before it had fields; no document prints it. Null: none. */
  @Column('varchar', { length: LIMITS.addressLength, nullable: true })
  billingAddress: string | null;

  /** First line of the billing address; null: not given yet, and then the other fields are null, too. */
  @Column('varchar', { length: ADDRESS_LINE_LENGTH, nullable: true })
  billingLine1: string | null;

  @Column('varchar', { length: ADDRESS_LINE_LENGTH, nullable: true })
  billingLine2: string | null;

  @Column('varchar', { length: PLACE_LENGTH, nullable: true })
  billingPlace: string | null;

  /** Code of the state: two digits. */
  @Column('varchar', { length: 2, nullable: true })
  billingState: string | null;

  @Column('varchar', { length: 6, nullable: true })
  billingPincode: string | null;

  /** India's goods and services tax identification number; null: not given. */
  @Column('varchar', { length: 15, nullable: true })
  gstin: string | null;

  /** Set if it supplies from a special economic zone. */
  @Column('varchar', { length: 20, nullable: true })
  sez: Sez | null;

  /** Maximum number of units that its unpaid orders may reserve. 0 = unlimited, null = default of the settings. */
  @Column('integer', { nullable: true })
  maxReservedUnits: number | null;

  /** Maximum total of its unpaid orders in minor units. 0 = unlimited, null = default of the settings. */
  @Column('bigint', { nullable: true })
  maxOpenValueMinor: number | null;

  /** Income tax that the client deducts from its payments, in basis points (10 is 0.1 percent), or null. */
  @Column('integer', { nullable: true })
  taxDeductedBp: number | null;

  /** Set on a test client only: the client whose test tokens and test orders it holds. */
  @ForeignKey(() => Client, { name: 'clients_test_of_fk' })
  @Column('integer', { nullable: true })
  testOf: number | null;
}
