import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OpenedCouriers } from '../accounts/opened-couriers.js';
import { CourierCallsRepository } from '../budget/courier-calls.repository.js';
import { CourierPaused, isOfCourier } from '../courier-errors.js';
import { WaybillsRepository, type WantedWaybills } from './waybills.repository.js';

/** Waybills of one call. */
const AT_ONCE = 10_000;
/** Calls of an account within five minutes, of all instances together. Delhivery allows five. */
const CALLS_MAX = 2;

/** Keeps waybills in advance, for couriers whose bookings name one. */
@Injectable()
export class WaybillsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly couriers: OpenedCouriers,
    private readonly calls: CourierCallsRepository,
    private readonly repository: WaybillsRepository,
  ) {}

  /** Reserves what active accounts lack. An account whose courier does not answer is left until the next time. */
  async refill(): Promise<void> {
    const wanted = await this.repository.listWanted(this.dataSource.manager);
    for (const account of wanted) await this.reserve(account);
  }

  private async reserve({ accountId, missing }: WantedWaybills): Promise<void> {
    const { manager } = this.dataSource;
    try {
      const { courier } = await this.couriers.open(accountId, 'booking');
      if (courier.prepare === undefined) return;
      if ((await this.calls.countOf(manager, accountId, 'prepare')) >= CALLS_MAX) return;
      const awbs = await courier.prepare(Math.min(missing, AT_ONCE));
      await this.repository.add(manager, accountId, awbs);
    } catch (error) {
      if (!(error instanceof CourierPaused) && !isOfCourier(error)) throw error;
    }
  }
}
