import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import type { ShipmentImportReport } from './shipment-import-report.js';

export const SHIPMENT_IMPORT_STATES = ['recording', 'recorded', 'failed'] as const;
/** recording: waits for the background job, or is being recorded. failed: the service could not do it. */
export type ShipmentImportState = (typeof SHIPMENT_IMPORT_STATES)[number];

/** A file of shipments that is recorded in the background. */
@Entity('shipment_imports')
@Index('shipment_imports_due_ix', ['id'], { where: "state = 'recording'" })
@Check('shipment_imports_state_ck', "state IN ('recording', 'recorded', 'failed')")
export class ShipmentImport {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** null: the import has ended. */
  @Column('bytea', { nullable: true })
  file: Buffer | null;

  @Column('boolean')
  isDryRun: boolean;

  @Column('varchar', { length: 10, default: 'recording' })
  state: ShipmentImportState;

  /** Rows below the header. */
  @Column('integer')
  rows: number;

  /** Rows of orders that the current run has recorded or refused. */
  @Column('integer', { default: 0 })
  rowsDone: number;

  /** Number of runs that have begun. Without it, a file that ends the process would be tried forever. */
  @Column('smallint', { default: 0 })
  attempts: number;

  /** Time until which an instance works on it. The instance extends it while it runs; null: none does. */
  @Column('timestamptz', { nullable: true })
  leasedUntil: Date | null;

  /** null: it has not ended. */
  @Column('jsonb', { nullable: true })
  report: ShipmentImportReport | null;

  @Column('varchar', { length: LIMITS.actorLength })
  uploadedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  uploadedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}
