import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { QueuedMail } from './queued-mail.entity.js';

/** Longer than a server may take for a mail. Then another instance sends it. */
const LEASE = `interval '20 minutes'`;
/** Seconds until the next attempt: 30, 60, 120, … at most an hour. */
const RETRY = 'make_interval(secs => least(3600, 15 * 2 ^ least(attempts, 10)))';

const DUE = 'FROM queued_mails WHERE due_at <= now()';

/** SQL condition: mails are to be sent. */
export const HAS_DUE_MAILS = `EXISTS (SELECT ${DUE})`;

/** A mail that is to be sent now. */
export type DueMail = Omit<QueuedMail, 'dueAt'>;

@Injectable()
export class MailRepository {
  constructor(@InjectRepository(QueuedMail) private readonly mails: Repository<QueuedMail>) {}

  async insert(manager: EntityManager, template: string, reference: string): Promise<void> {
    await manager.withRepository(this.mails).insert({ template, reference });
  }

  /** Takes a due mail, so that no other instance takes it before this one has sent it. */
  async takeDue(manager: EntityManager): Promise<DueMail | undefined> {
    const [rows] = await manager.query<[DueMail[], number]>(
      `UPDATE queued_mails SET attempts = attempts + 1, due_at = now() + ${LEASE}
        WHERE id = (SELECT id ${DUE} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, template, reference, created_at AS "createdAt", attempts`,
    );
    return rows[0];
  }

  async postpone(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.mails).update({ id }, { dueAt: () => `now() + ${RETRY}` });
  }

  async delete(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.mails).delete({ id });
  }
}
