import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
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

  async findByCode(manager: EntityManager, code: string): Promise<Plan | null> {
    return manager.getRepository(Plan).findOneBy({ code });
  }

  /** Puts the subscription in the place of the client's current one. */
  async putSubscription(manager: EntityManager, subscription: Subscription): Promise<void> {
    await manager.getRepository(Subscription).upsert(subscription, ['clientId']);
  }
}
