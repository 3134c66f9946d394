import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { KnownPayer } from './known-payer.entity.js';

@Injectable()
export class KnownPayersRepository {
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
  }

  async findByValues(manager: EntityManager, values: readonly string[]): Promise<KnownPayer[]> {
    return manager.getRepository(KnownPayer).findBy({ value: In(values) });
  }
}
