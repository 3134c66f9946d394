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

/** Unique index: e-mail addresses of clients differ, ignoring case. */
export const EMAIL_UNIQUE = 'clients_email_uq';

/** A company that owns a store, or its hidden test client. */
@Entity('clients')
@Unique('clients_test_of_uq', ['testOf'])
@Check('clients_tax_ck', 'tax_deducted_bp BETWEEN 1 AND 1000')
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

  /** Billing address on invoices; null: not given yet. */
  @Column('varchar', { length: LIMITS.addressLength, nullable: true })
  billingAddress: string | null;

  /** India's goods and services tax identification number; null: not given. */
  @Column('varchar', { length: 15, nullable: true })
  gstin: string | null;

  /** Maximum number of units that its unpaid orders may reserve. 0 = unlimited, null = default of the settings. */
  @Column('integer', { nullable: true })
  maxReservedUnits: number | null;

  /** Maximum total of its unpaid orders in minor units. 0 = unlimited, null = default of the settings. */
  @Column('bigint', { nullable: true })
  maxOpenValueMinor: number | null;

  /** Income tax that the client deducts from what it pays, in basis points: 10 is 0.1 percent; null: none. */
  @Column('integer', { nullable: true })
  taxDeductedBp: number | null;

  /** Set on a test client only: the client whose test tokens and test orders it holds. */
  @ForeignKey(() => Client, { name: 'clients_test_of_fk' })
  @Column('integer', { nullable: true })
  testOf: number | null;
}
