import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const NOTE_LENGTH = 2_000;

/** An internal note of an operator. Notes are added and never changed, and no client receives them. */
@Entity('internal_notes')
@Index('internal_notes_subject_ix', ['subject', 'id'])
export class Note {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** Subject as in the audit log: `order WO-…` or `client 7`. */
  @Column('varchar', { length: 40 })
  subject: string;

  /** Actor as in the audit log. */
  @Column('varchar', { length: 300 })
  author: string;

  @Column('varchar', { length: NOTE_LENGTH })
  text: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
