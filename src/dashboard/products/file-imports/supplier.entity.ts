import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import type { Markup } from '../costs/markup.js';

/** Meaning of a column of a supplier's file. */
export interface SupplierColumn {
  /** The column's name in the file. */
  header: string;
  /** A column of catalog files; null: ignored on purpose. */
  column: string | null;
}

export const DUPLICATE_RULES = ['refuse', 'first', 'last'] as const;
/** Treatment of several rows with the same SKU. */
export type DuplicateRule = (typeof DUPLICATE_RULES)[number];

/** Settings for reading the files of a supplier; all operators share them. */
@Entity('suppliers')
@Unique('suppliers_name_uq', ['name'])
@Check('suppliers_duplicates_ck', "duplicates IN ('refuse', 'first', 'last')")
export class Supplier {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  @Column('jsonb')
  columns: SupplierColumn[];

  @Column('varchar', { length: 10 })
  duplicates: DuplicateRule;

  /** Delivery charge of new products; null: the file has a column for it. */
  @Column('bigint', { nullable: true })
  newDeliveryMinor: number | null;

  /** Rule that makes base prices from the supplier's costs; null: none. */
  @Column('jsonb', { nullable: true })
  markup: Markup | null;

  @Column('varchar', { length: LIMITS.actorLength })
  changedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt: Date;
}
