import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import type { PageRequest } from '../http/page.js';
import { Plan } from './plan.entity.js';
import { Subscription } from './subscription.entity.js';

@Injectable()
export class PlansRepository {
  async insert(
    manager: EntityManager,
    plan: Pick<Plan, 'code' | 'name' | 'discountBp'>,
  ): Promise<Plan> {
    const repository = manager.getRepository(Plan);
    const entity = repository.create(plan);
    await repository.insert(entity);
    return entity;
  }

  async list(manager: EntityManager, { afterId, limit }: PageRequest): Promise<Plan[]> {
    return manager
      .getRepository(Plan)
      .find({ where: { id: MoreThan(afterId) }, order: { id: 'ASC' }, take: limit });
  }

  async findByCode(manager: EntityManager, code: string): Promise<Plan | null> {
    return manager.getRepository(Plan).findOneBy({ code });
  }

  async lockByCode(manager: EntityManager, code: string): Promise<Plan | null> {
    return manager
      .getRepository(Plan)
      .findOne({ where: { code }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    manager: EntityManager,
    id: number,
    change: Pick<Plan, 'name' | 'discountBp'>,
  ): Promise<void> {
    await manager.getRepository(Plan).update({ id }, change);
  }

  async findSubscription(manager: EntityManager, clientId: number): Promise<Subscription | null> {
    return manager.getRepository(Subscription).findOneBy({ clientId });
  }

  /** Puts the subscription in the place of the client's current one. */
  async putSubscription(manager: EntityManager, subscription: Subscription): Promise<void> {
    await manager.getRepository(Subscription).upsert(subscription, ['clientId']);
  }
}
