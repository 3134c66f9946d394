import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, Repository, type EntityManager } from 'typeorm';
import { BoxPreset } from './box-preset.entity.js';

/** What operators decide about a box. */
export type BoxData = Omit<BoxPreset, 'id' | 'position'>;

@Injectable()
export class BoxesRepository {
  constructor(@InjectRepository(BoxPreset) private readonly boxes: Repository<BoxPreset>) {}

  /** Lists the boxes in the order in which people put them. */
  async list(manager: EntityManager): Promise<BoxPreset[]> {
    return manager.withRepository(this.boxes).find({ order: { position: 'ASC', id: 'ASC' } });
  }

  /** Locks all boxes against changes, until the transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE box_presets IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Replaces all boxes. One that keeps its name stays the same, for the rules that name it. */
  async replace(manager: EntityManager, boxes: readonly BoxData[]): Promise<void> {
    const repository = manager.withRepository(this.boxes);
    await repository.delete({ name: Not(In(boxes.map(({ name }) => name))) });
    if (boxes.length === 0) return;
    const placed = boxes.map((box, position) => ({ ...box, position }));
    await repository.upsert(placed, ['name']);
  }
}
