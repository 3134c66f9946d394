import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from '../../../platform/observability/metrics.js';
import { WaybillsRepository } from '../../waybills/waybills.repository.js';
import { BookingUpkeepRepository } from './booking-upkeep.repository.js';

type Figures = [value: string, figure: number][];

/** Figures of bookings for Prometheus. They are read each minute, so that metrics need no database. */
@Injectable()
export class BookingFigures {
  private bookings: Figures = [];
  private oldest: Figures = [];
  private waybillsLeft: Figures = [];

  constructor(
    private readonly dataSource: DataSource,
    metrics: Metrics,
    private readonly waybills: WaybillsRepository,
    private readonly repository: BookingUpkeepRepository,
  ) {
    const open = 'Bookings with couriers that are not at their end';
    metrics.measuredEach('courier_bookings', open, 'state', () => this.bookings);
    metrics.measuredEach(
      'courier_oldest_booking_seconds',
      'wanted: age of the oldest booking without a call; unknown: age of the oldest call without an answer',
      'state',
      () => this.oldest,
    );
    const left = 'Waybills that an account with a courier has in advance';
    metrics.measuredEach('courier_waybills_left', left, 'account', () => this.waybillsLeft);
  }

  async refresh(): Promise<void> {
    const { manager } = this.dataSource;
    const open = await this.repository.countOpen(manager);
    this.bookings = open.map(({ state, count }) => [state, count]);
    this.oldest = Object.entries(await this.repository.findOldest(manager));
    const left = await this.waybills.countLeft(manager);
    this.waybillsLeft = left.map(({ account, left: count }) => [account, count]);
  }
}
