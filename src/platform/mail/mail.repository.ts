import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { QueuedMail } from './queued-mail.entity.js';

const BATCH = 10;
/** Seconds until the next attempt: 30, 60, 120, … at most an hour. */
const RETRY = 'make_interval(secs => least(3600, 15 * 2 ^ least(attempts + 1, 10)))';

const DUE = 'FROM queued_mails WHERE due_at <= now()';

/** SQL condition: mails are to be sent. */
export const HAS_DUE_MAILS = `EXISTS (SELECT ${DUE})`;

@Injectable()
export class MailRepository {
  async insert(manager: EntityManager, template: string, reference: string): Promise<void> {
    await manager.getRepository(QueuedMail).insert({ template, reference });
  }

  /** Takes due mails and postpones their next attempt, so that no other instance takes them. */
  async takeDue(manager: EntityManager): Promise<QueuedMail[]> {
    const [rows] = await manager.query<[QueuedMail[], number]>(
      `UPDATE queued_mails SET attempts = attempts + 1, due_at = now() + ${RETRY}
        WHERE id IN (
          SELECT id ${DUE} ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        )
        RETURNING id, template, reference, created_at AS "createdAt", attempts`,
    );
    return rows;
  }

  async delete(manager: EntityManager, id: number): Promise<void> {
    await manager.getRepository(QueuedMail).delete({ id });
  }
}
