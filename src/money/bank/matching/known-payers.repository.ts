import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { personOf } from '../../../platform/audit/actor.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { StatementLine } from '../lines/statement-line.entity.js';
import { KnownPayer } from './known-payer.entity.js';
import { payerWords } from './payer-words.js';

@Injectable()
export class KnownPayersRepository {
  constructor(
    private readonly audit: AuditService,
    @InjectRepository(KnownPayer) private readonly payers: Repository<KnownPayer>,
  ) {}

  /** Remembers names and accounts of a line that was credited to a client. */
  async remember(
    manager: EntityManager,
    values: readonly string[],
    { clientId, lineId }: Pick<KnownPayer, 'clientId' | 'lineId'>,
  ): Promise<void> {
    if (values.length === 0) return;
    await manager
      .createQueryBuilder()
      .insert()
      .into(KnownPayer)
      .values(values.map((value) => ({ value, clientId, lineId })))
      .orIgnore()
      .execute();
    await this.audit.record(manager, {
      action: 'payer.remembered',
      subject: `bank line ${lineId}`,
      after: { clientId, payers: values },
    });
  }

  /** Forgets names and accounts of a line for a client whose money it was not, whichever line taught them. */
  async forget(
    manager: EntityManager,
    { id: lineId, description }: Pick<StatementLine, 'id' | 'description'>,
    clientId: number,
  ): Promise<void> {
    const payers = manager.withRepository(this.payers);
    const known = await payers.findBy({ clientId, value: In(payerWords(description)) });
    if (known.length === 0) return;
    const forgotten = known.map(({ value }) => value);
    await payers.remove(known);
    await this.audit.record(manager, {
      action: 'payer.forgotten',
      subject: `bank line ${lineId}`,
      before: { clientId, payers: forgotten },
    });
  }

  /** Returns true if a line that somebody else credited, and not the given one, taught one of some payers of a client. */
  async isKnownFromOthers(
    manager: EntityManager,
    values: readonly string[],
    known: { clientId: number; line: Pick<StatementLine, 'id'>; actor: string },
  ): Promise<boolean> {
    const taught = await manager.query<Pick<StatementLine, 'decidedBy'>[]>(
      `SELECT l.decided_by AS "decidedBy" FROM known_payers k JOIN statement_lines l ON l.id = k.line_id
        WHERE k.value = ANY ($1) AND k.client_id = $2 AND l.id <> $3`,
      [values, known.clientId, known.line.id],
    );
    return taught.some(({ decidedBy }) => personOf(decidedBy ?? '') !== personOf(known.actor));
  }

  async findByValues(manager: EntityManager, values: readonly string[]): Promise<KnownPayer[]> {
    return manager.withRepository(this.payers).findBy({ value: In(values) });
  }
}
