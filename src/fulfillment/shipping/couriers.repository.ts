import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Courier } from './courier.entity.js';

/** The fields of a courier that operators can change. */
export type CourierData = Pick<Courier, 'name' | 'urlTemplate'>;

@Injectable()
export class CouriersRepository {
  /** Lists all couriers by name. */
  async listCouriers(manager: EntityManager): Promise<CourierData[]> {
    return manager.query<CourierData[]>(
      'SELECT name, url_template AS "urlTemplate" FROM couriers ORDER BY name',
    );
  }

  /** Locks all couriers against changes, until the transaction ends. */
  async lockCouriers(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE couriers IN SHARE ROW EXCLUSIVE MODE');
  }

  async replaceCouriers(manager: EntityManager, couriers: readonly CourierData[]): Promise<void> {
    await manager.createQueryBuilder().delete().from(Courier).execute();
    // Copies: TypeORM writes the ids into what it inserts.
    const rows = couriers.map(({ name, urlTemplate }) => ({ name, urlTemplate }));
    if (rows.length > 0) await manager.getRepository(Courier).insert(rows);
  }
}
