import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { SavedView } from './saved-view.entity.js';

/** First key of the advisory locks on saved views; the second key is the person. */
const VIEWS_LOCK = 1_764_800;

@Injectable()
export class SavedViewsRepository {
  constructor(@InjectRepository(SavedView) private readonly views: Repository<SavedView>) {}

  async list(manager: EntityManager, userId: number, list: string): Promise<SavedView[]> {
    return manager
      .withRepository(this.views)
      .find({ where: { userId, list }, order: { name: 'ASC' } });
  }

  /** Makes a person's changes wait for each other, so that none exceeds the maximum. */
  async lockViewsOf(manager: EntityManager, userId: number): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [VIEWS_LOCK, userId]);
  }

  async insert(manager: EntityManager, view: Omit<SavedView, 'id'>): Promise<SavedView> {
    const repository = manager.withRepository(this.views);
    const entity = repository.create(view);
    await repository.insert(entity);
    return entity;
  }

  /** @returns true if the person had this view */
  async delete(manager: EntityManager, userId: number, id: number): Promise<boolean> {
    const { affected } = await manager.withRepository(this.views).delete({ userId, id });
    return (affected ?? 0) > 0;
  }
}
