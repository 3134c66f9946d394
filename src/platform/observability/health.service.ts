import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isSchemaCurrent } from '../database/migrations.js';
import { AppError } from '../http/errors.js';

@Injectable()
export class HealthService {
  private draining = false;
  private leaving = false;
  private requests = 0;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws AppError unavailable while draining, without database or with an outdated schema */
  async assertReady(): Promise<void> {
    if (this.draining || !(await isSchemaCurrent(this.dataSource))) {
      throw new AppError('unavailable', { retryAfterSeconds: 1 });
    }
  }

  /** Whether connections are to be closed. */
  get isLeaving(): boolean {
    return this.leaving;
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

  /** From now on the instance is not ready, though it goes on as before. */
  startDraining(): void {
    this.draining = true;
  }

  /** From now on each connection is closed with its next answer. */
  startLeaving(): void {
    this.leaving = true;
  }
}
