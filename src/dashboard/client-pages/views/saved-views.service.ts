import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockSession } from '../../../identity/signed-in-user.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { SavedView, VIEW_NAME_UNIQUE } from './saved-view.entity.js';
import { SavedViewsRepository } from './saved-views.repository.js';

/** Views of one list that a person may save. */
const VIEWS_MAX = 20;

/** Named filters of lists, each of one person. */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SavedViewsRepository,
  ) {}

  /** Lists a person's views of a list, by name. */
  async list(userId: number, list: string): Promise<SavedView[]> {
    return this.repository.list(this.dataSource.manager, userId, list);
  }

  /** @throws AppError not_signed_in, view_exists, too_many_views */
  async save(view: Omit<SavedView, 'id'>): Promise<SavedView> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        await lockSession(manager);
        await this.repository.lockViewsOf(manager, view.userId);
        const views = await this.repository.list(manager, view.userId, view.list);
        if (views.length >= VIEWS_MAX) throw new AppError('too_many_views');
        return this.repository.insert(manager, view);
      });
    } catch (error) {
      throw isUniqueViolation(error, VIEW_NAME_UNIQUE) ? new AppError('view_exists') : error;
    }
  }

  /** @throws AppError view_not_found, also for another person's view */
  async remove(userId: number, id: number): Promise<void> {
    const isRemoved = await this.repository.delete(this.dataSource.manager, userId, id);
    if (!isRemoved) throw new AppError('view_not_found');
  }
}
