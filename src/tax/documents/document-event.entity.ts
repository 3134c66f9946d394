import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { TaxDocument } from './tax-document.entity.js';

/** Something that happened to a document after it was issued, such as its registration with the tax office. */
@Entity('document_events')
@Index('document_events_document_ix', ['documentId', 'kind'])
@Index('document_events_registration_ux', ['documentId'], {
  unique: true,
  where: "kind = 'registered'",
})
export class DocumentEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => TaxDocument, { name: 'document_events_document_fk' })
  @Column('bigint')
  documentId: number;

  @Column('varchar', { length: 20 })
  kind: string;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  at: Date;

  @Column('varchar', { length: 300 })
  actor: string;

  @Column('jsonb')
  data: object;
}
