import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import { currentActor } from '../../../platform/http/request-context.js';
import { EWayBillsService } from '../../../tax/india/e-way-bill/e-way-bills.service.js';
import { CourierAccountsRepository } from '../../accounts/courier-accounts.repository.js';
import { OpenedCouriers } from '../../accounts/opened-couriers.js';
import {
  CAPACITY_EXCEEDED,
  CourierPaused,
  CourierRefused,
  isOfCourier,
} from '../../courier-errors.js';
import { PickupsRepository, type ClaimedPickup, type ListedPickup } from './pickups.repository.js';

/** The actor of pick-ups that are asked for at the cut-off. */
const CUT_OFF_ACTOR = 'pick-up cut-off';

/** Pick-ups of boxes: at most one for an account and day. */
@Injectable()
export class PickupsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly accounts: CourierAccountsRepository,
    private readonly couriers: OpenedCouriers,
    private readonly eWayBills: EWayBillsService,
    private readonly repository: PickupsRepository,
  ) {}

  /** Lists the latest days first. */
  async list(): Promise<ListedPickup[]> {
    return this.repository.list(this.dataSource.manager);
  }

  /**
   * Asks for a pick-up: the job calls the courier. Doing it again for the same day changes nothing, unless the courier refused, or more
   * boxes wait.
   *
   * @param day undefined: today, or tomorrow after the cut-off
   * @throws AppError courier_account_not_found, validation_failed: no box waits for the courier
   */
  async want(accountId: number, day?: string): Promise<ListedPickup> {
    const withoutBill = await this.listWithoutBill();
    return inTransaction(this.dataSource, async (manager) => {
      const account = await this.accounts.find(manager, accountId);
      if (account === null) throw new AppError('courier_account_not_found');
      if (!account.isActive) throw invalidField('account', 'inactive', 'must be an active account');
      const pickupOn = day ?? (await this.repository.findDay(manager));
      const { length: count } = await this.repository.listWaiting(manager, accountId, withoutBill);
      if (count === 0) {
        const message = 'must be an account with a booked box that may move';
        throw invalidField('account', 'nothing_booked', message);
      }
      const key = { accountId, pickupOn };
      await this.repository.want(manager, key, { count, createdBy: currentActor() });
      const [pickup] = await this.repository.list(manager, key);
      await this.audit.record(manager, {
        action: 'pickup.wanted',
        subject: `courier account ${accountId}`,
        after: { pickup_on: pickupOn, count: pickup!.count },
      });
      return pickup!;
    });
  }

  /** Asks couriers for the pick-ups that are due. */
  async askDue(): Promise<void> {
    const { manager } = this.dataSource;
    await this.repository.wantAtCutOff(manager, CUT_OFF_ACTOR, await this.listWithoutBill());
    for (;;) {
      const pickup = await this.repository.claim(manager);
      if (pickup === null) return;
      await this.ask(pickup.hasPassed ? await this.ofToday(pickup) : pickup);
    }
  }

  /** Lists the shipments that may not move yet: the numbers of their e-way bills were not noted. */
  private async listWithoutBill(): Promise<number[]> {
    return (await this.eWayBills.listMissing()).map(({ shipmentId }) => shipmentId);
  }

  /** Moves a pick-up whose day is over to today. Returns null if today has another one, which takes its boxes, too. */
  private async ofToday(pickup: ClaimedPickup): Promise<ClaimedPickup | null> {
    const { manager } = this.dataSource;
    const pickupOn = await this.repository.moveToToday(manager, pickup);
    if (pickupOn !== null) return { ...pickup, pickupOn };
    const refused = { state: 'refused', token: null, problem: 'Its day is over.' } as const;
    await this.repository.end(manager, pickup, refused);
    return null;
  }

  /** Calls the courier. To ask again does no harm: a courier has one pick-up of a place and day. */
  private async ask(pickup: ClaimedPickup | null): Promise<void> {
    if (pickup === null) return;
    const { manager } = this.dataSource;
    try {
      const { courier } = await this.couriers.open(pickup.accountId, 'booking');
      const withoutBill = await this.listWithoutBill();
      const boxes = await this.repository.listWaiting(manager, pickup.accountId, withoutBill);
      const { token } = await courier.requestPickup(pickup.pickupOn, boxes);
      await this.repository.end(manager, pickup, { state: 'asked', token, problem: null });
    } catch (error) {
      if (error instanceof CourierRefused && error.code !== CAPACITY_EXCEEDED) {
        const refused = { state: 'refused', token: null, problem: error.words } as const;
        return this.repository.end(manager, pickup, refused);
      }
      if (!isOfCourier(error) && !(error instanceof CourierPaused)) throw error;
      const isFull = error instanceof CourierRefused;
      const problem = isFull ? error.words : 'The courier did not answer; it is asked again.';
      await this.repository.postpone(manager, pickup, isFull ? 'tomorrow' : 'soon', problem);
    }
  }
}
