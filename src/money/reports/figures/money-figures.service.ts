import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MoneyFiguresRepository, type MoneyFigures } from './money-figures.repository.js';

export type { MoneyFigures };

/** Counts the open work of finance. */
@Injectable()
export class MoneyFiguresService {
  constructor(private readonly repository: MoneyFiguresRepository) {}

  async getFigures(manager: EntityManager): Promise<MoneyFigures> {
    return this.repository.get(manager);
  }

  /** Counts what waits for finance: transfers to confirm and entries to approve; bounded. */
  async countWaiting(manager: EntityManager): Promise<number> {
    return this.repository.countWaiting(manager);
  }
}
