import { Injectable } from '@nestjs/common';
import { LessThan, Not, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import { WalletAdjustment, type AdjustmentStatus } from './wallet-adjustment.entity.js';

export interface AdjustmentFilter {
  status?: AdjustmentStatus | undefined;
  clientId?: number | undefined;
}

@Injectable()
export class AdjustmentsRepository {
  async insert(
    manager: EntityManager,
    adjustment: Pick<
      WalletAdjustment,
      'clientId' | 'amountMinor' | 'reason' | 'reference' | 'proposedBy'
    >,
  ): Promise<WalletAdjustment> {
    const repository = manager.getRepository(WalletAdjustment);
    const undecided = { decidedBy: null, decidedAt: null, rejectionReason: null };
    const entity = repository.create({ ...adjustment, ...undecided });
    await repository.insert(entity);
    return entity;
  }

  /** Finds the adjustment of a client with a reference, ignoring rejected ones. */
  async findByReference(
    manager: EntityManager,
    { clientId, reference }: { clientId: number; reference: string },
  ): Promise<WalletAdjustment | null> {
    const where = { clientId, reference, status: Not('rejected' as const) };
    return manager.getRepository(WalletAdjustment).findOneBy(where);
  }

  async find(manager: EntityManager, id: number): Promise<WalletAdjustment | null> {
    return manager.getRepository(WalletAdjustment).findOneBy({ id });
  }

  async lock(manager: EntityManager, id: number): Promise<WalletAdjustment | null> {
    return manager
      .getRepository(WalletAdjustment)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async decide(
    manager: EntityManager,
    id: number,
    decision: { status: AdjustmentStatus; decidedBy: string; rejectionReason?: string | null },
  ): Promise<WalletAdjustment> {
    const repository = manager.getRepository(WalletAdjustment);
    await repository.update({ id }, { ...decision, decidedAt: () => 'clock_timestamp()' });
    return repository.findOneByOrFail({ id });
  }

  /** Lists the latest adjustments first. */
  async list(
    manager: EntityManager,
    { status, clientId }: AdjustmentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<WalletAdjustment[]> {
    return manager
      .getRepository(WalletAdjustment)
      .find({
        where: {
          ...(beforeId !== null && { id: LessThan(beforeId) }),
          ...(status !== undefined && { status }),
          ...(clientId !== undefined && { clientId }),
        },
        order: { id: 'DESC' },
        take: limit,
      });
  }
}
