import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { ShipmentImport } from './shipment-import.entity.js';

/** Longer than an instance takes to record an order while the database is slow. */
const LEASE = `clock_timestamp() + interval '30 seconds'`;

const WAITING = `FROM shipment_imports
  WHERE state = 'recording' AND (leased_until IS NULL OR leased_until < clock_timestamp())`;

/** SQL condition: files are to be recorded. */
export const HAS_WAITING_FILES = `EXISTS (SELECT ${WAITING})`;

@Injectable()
export class ShipmentImportRepository {
  constructor(
    @InjectRepository(ShipmentImport) private readonly imports: Repository<ShipmentImport>,
  ) {}

  async insert(
    manager: EntityManager,
    given: Pick<ShipmentImport, 'file' | 'isDryRun' | 'rows' | 'uploadedBy'>,
  ): Promise<ShipmentImport> {
    const repository = manager.withRepository(this.imports);
    const entity = repository.create(given);
    await repository.insert(entity);
    return repository.findOneByOrFail({ id: entity.id });
  }

  async find(manager: EntityManager, id: number): Promise<ShipmentImport | null> {
    return manager.withRepository(this.imports).findOneBy({ id });
  }

  /** Leases the first import that no instance works on. */
  async lease(manager: EntityManager): Promise<ShipmentImport | null> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `UPDATE shipment_imports SET leased_until = ${LEASE}, attempts = attempts + 1, rows_done = 0
        WHERE id = (SELECT id ${WAITING} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id`,
    );
    return rows[0] === undefined ? null : this.find(manager, rows[0].id);
  }

  async noteProgress(manager: EntityManager, id: number, rowsDone: number): Promise<void> {
    await manager
      .withRepository(this.imports)
      .update({ id }, { rowsDone, leasedUntil: () => LEASE });
  }

  /** Lets the next run of the job begin again. */
  async release(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.imports).update({ id }, { leasedUntil: null });
  }

  async finish(
    manager: EntityManager,
    id: number,
    change: Pick<ShipmentImport, 'state' | 'report'>,
  ): Promise<void> {
    const ended = { ...change, file: null, leasedUntil: null, finishedAt: new Date() };
    await manager.withRepository(this.imports).update({ id, state: 'recording' }, ended);
  }
}
