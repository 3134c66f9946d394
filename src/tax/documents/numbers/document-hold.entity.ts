import { Column, Entity, IsNull, PrimaryColumn, type EntityManager } from 'typeorm';

/** Committed changes may be gone: no document is issued until a person has entered the printed numbers. */
@Entity('document_holds')
export class DocumentHold {
  /** The incarnation of change positions that may have begun without some changes. */
  @PrimaryColumn('integer')
  incarnation: number;

  @Column('timestamptz', { default: () => 'now()' })
  since: Date;

  /** False if nothing could tell whether changes are gone. An instance that can may end the hold then. */
  @Column('boolean')
  isCertain: boolean;

  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}

export async function areDocumentsOnHold(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(DocumentHold, { endedAt: IsNull() });
}
