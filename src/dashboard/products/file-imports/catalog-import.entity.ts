import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import type { Markup } from '../costs/markup.js';
import type { ImportReport } from '../import-export/import-report.js';

export const IMPORT_STATES = [
  'checking',
  'ready',
  'refused',
  'applying',
  'applied',
  'failed',
  'expired',
] as const;
/**
 * - checking: its changes are being determined
 * - ready: waits for a person to apply it
 * - refused: it has problems
 * - applying, applied
 * - failed: the service could not do it
 * - expired: it was not applied in time
 */
export type ImportState = (typeof IMPORT_STATES)[number];

/** States that give the background job something to do. */
export const BUSY_STATES = ['checking', 'applying'] as const;

/** Milliseconds for which an unapplied file is kept. */
export const KEPT_MS = 7 * 86_400_000;

/** Returns true if a refused file is kept, and some of its rows are known to have no problem. */
export function hasGoodRows({
  state,
  report,
  finishedAt,
}: Pick<CatalogImport, 'state' | 'report' | 'finishedAt'>): boolean {
  if (state !== 'refused' || report?.isComplete !== true) return false;
  if (finishedAt === null || finishedAt.getTime() < Date.now() - KEPT_MS) return false;
  return report.rows > new Set(report.problems.map(({ line }) => line)).size;
}

/** A file that a person uploaded to change the catalog. */
@Entity('catalog_imports')
@Index('catalog_imports_open_ix', ['state', 'id'], {
  where: "state IN ('checking', 'applying', 'ready')",
})
@Check(
  'catalog_imports_state_ck',
  "state IN ('checking', 'ready', 'refused', 'applying', 'applied', 'failed', 'expired')",
)
export class CatalogImport {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: LIMITS.fileNameLength })
  fileName: string;

  /** Supplier of the file; null: not given. */
  @Column('varchar', { length: LIMITS.nameLength, nullable: true })
  supplier: string | null;

  /** Delivery charge of new products without one in the file. */
  @Column('bigint', { nullable: true })
  newDeliveryMinor: number | null;

  /** Rule that makes base prices from costs; null: none. */
  @Column('jsonb', { nullable: true })
  markup: Markup | null;

  /** True if only people who may change costs may read and apply it. */
  @Column('boolean', { default: false })
  holdsCosts: boolean;

  @Column('varchar', { length: 10, default: 'checking' })
  state: ImportState;

  /** Number of rows that the current run has read. */
  @Column('integer', { default: 0 })
  rowsDone: number;

  /** Number of runs in the current state. Without it, a file that ends the process would be tried forever. */
  @Column('smallint', { default: 0 })
  attempts: number;

  /** Report of the last run; null: no run has ended. The report of an applied import lacks the changes. */
  @Column('jsonb', { nullable: true })
  report: ImportReport | null;

  @Column('varchar', { length: LIMITS.actorLength })
  uploadedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  uploadedAt: Date;

  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  appliedBy: string | null;

  /** Time when it reached its current state, unless it is busy. */
  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
