import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Courier } from './courier.entity.js';

/** The fields of a courier that operators can change. */
export type CourierData = Pick<Courier, 'name' | 'urlTemplate'>;

@Injectable()
export class CouriersRepository {
  constructor(@InjectRepository(Courier) private readonly couriers: Repository<Courier>) {}

  /** Lists all couriers by name. */
  async listCouriers(manager: EntityManager): Promise<CourierData[]> {
    return manager.withRepository(this.couriers).find({ order: { name: 'ASC' } });
  }

  /** Locks all couriers against changes, until the transaction ends. */
  async lockCouriers(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE couriers IN SHARE ROW EXCLUSIVE MODE');
  }

  async replaceCouriers(manager: EntityManager, couriers: readonly CourierData[]): Promise<void> {
    const repository = manager.withRepository(this.couriers);
    await repository.deleteAll();
    // Copies: TypeORM writes the ids into what it inserts.
    await repository.insert(couriers.map(({ name, urlTemplate }) => ({ name, urlTemplate })));
  }
}
