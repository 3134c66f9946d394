import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isSchemaCurrent } from '../database/database.js';
import { AppError } from '../http/errors.js';

@Injectable()
export class HealthService {
  private draining = false;
  private requests = 0;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws AppError unavailable while draining, without database or with an outdated schema */
  async assertReady(): Promise<void> {
    if (this.draining || !(await isSchemaCurrent(this.dataSource))) {
      throw new AppError('unavailable', { retryAfterSeconds: 1 });
    }
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** How many requests are being answered. */
  get inFlight(): number {
    return this.requests;
  }

  /** A request is being answered, until {@link end}. */
  begin(): void {
    this.requests += 1;
  }

  end(): void {
    this.requests -= 1;
  }

  /** From now on the instance wants no new work. */
  startDraining(): void {
    this.draining = true;
  }
}
