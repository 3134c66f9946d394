import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Approval } from '../../../identity/approvals/approval.entity.js';
import type { ReadFile } from './statement-store.js';

/** A file that waits for another person, as it was read: what is approved is imported, however its account changes meanwhile. */
@Entity('waiting_statements')
export class WaitingStatement {
  @ForeignKey(() => Approval, { name: 'waiting_statements_approval_fk' })
  @PrimaryColumn('integer')
  approvalId: number;

  @Column('jsonb')
  file: ReadFile;
}
