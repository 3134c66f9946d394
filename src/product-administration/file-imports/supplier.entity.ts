import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';

/** What a column of a supplier's file means. */
export interface SupplierColumn {
  /** As the file names it. */
  header: string;
  /** A column of catalog files; null: ignored on purpose. */
  column: string | null;
}

export const DUPLICATE_RULES = ['refuse', 'first', 'last'] as const;
/** What to do where several rows have the same SKU. */
export type DuplicateRule = (typeof DUPLICATE_RULES)[number];

/** How the files of a supplier are read; all operators share it. */
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

  /** Of new products, where the file has none; null: the file has it. */
  @Column('bigint', { nullable: true })
  newDeliveryMinor: number | null;

  @Column('varchar', { length: LIMITS.actorLength })
  changedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt: Date;
}
