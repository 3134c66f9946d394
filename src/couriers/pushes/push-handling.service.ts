import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OpenedCouriers } from '../accounts/opened-couriers.js';
import type { CourierGateway, TrackedShipment } from '../courier-gateway.js';
import { isMove } from '../tracking/told-events.js';
import { CourierEventsService } from '../tracking/courier-events.service.js';
import { TrackedBookingsRepository } from '../tracking/tracked-bookings.repository.js';
import { PushesRepository, type DuePush } from './pushes.repository.js';
import { PushesService } from './pushes.service.js';
import type { PushOutcome } from './courier-push.entity.js';

const PUSHES_AT_ONCE = 50;
/** Most batches of a run, so that a run ends. */
const BATCHES = 40;

/**
 * Reads the pushes that were stored. They are not signed, so they move only shipments that are on their way.
 * - about an early pick-up, a return or an end, a push only makes the courier due for asking
 */
@Injectable()
export class PushHandlingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly couriers: OpenedCouriers,
    private readonly bookings: TrackedBookingsRepository,
    private readonly events: CourierEventsService,
    private readonly pushes: PushesService,
    private readonly repository: PushesRepository,
  ) {}

  /** Handles the pushes that are due. @throws the first error, after all of them were handled */
  async handleDue(): Promise<void> {
    let firstError: Error | null = null;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const due = await this.repository.claimDue(this.dataSource.manager, PUSHES_AT_ONCE);
      // Each account is opened once, however many pushes it has.
      const opened = new Map<number, CourierGateway>();
      for (const push of due) {
        try {
          await this.handle(push, opened);
        } catch (error) {
          firstError ??= error as Error;
        }
      }
      if (due.length < PUSHES_AT_ONCE) break;
    }
    if (firstError !== null) throw firstError;
  }

  /** Deletes the pushes that are older than 30 days. */
  async deleteOld(): Promise<void> {
    while (await this.repository.deleteSomeOld(this.dataSource.manager));
  }

  private async handle(push: DuePush, opened: Map<number, CourierGateway>): Promise<void> {
    const { manager } = this.dataSource;
    const { accountId } = push;
    const courier = opened.get(accountId) ?? (await this.couriers.open(accountId, 'check')).courier;
    opened.set(accountId, courier);
    const told = courier.readPush({ headers: {}, body: Buffer.from(push.body) });
    const outcome =
      told === null
        ? 'unreadable'
        : push.outcome === 'asked'
          ? await this.confirm(push, told)
          : await this.apply(push, told, courier);
    if (outcome === 'unknown_awb' && !push.isLate) {
      await this.repository.keepTrying(manager, push.id);
      return;
    }
    await this.repository.end(manager, push.id, outcome);
    this.pushes.count(outcome);
  }

  private async apply(
    { accountId }: DuePush,
    told: readonly TrackedShipment[],
    courier: CourierGateway,
  ): Promise<PushOutcome> {
    const outcomes: PushOutcome[] = [];
    for (const shipment of told) {
      const booking = await this.bookings.findByAwb(
        this.dataSource.manager,
        accountId,
        shipment.awb,
      );
      if (booking === null) outcomes.push('unknown_awb');
      else {
        const { mustAsk } = await this.events.tell(booking, shipment, 'push', courier);
        outcomes.push(mustAsk ? 'asked' : 'applied');
      }
    }
    const by: PushOutcome[] = ['unknown_awb', 'asked'];
    return by.find((outcome) => outcomes.includes(outcome)) ?? 'applied';
  }

  /** Lists a push whose return or end the courier, when asked, did not tell for hours. */
  private async confirm(
    { accountId }: DuePush,
    told: readonly TrackedShipment[],
  ): Promise<PushOutcome> {
    let isConfirmed = true;
    for (const { awb, events } of told) {
      const booking = await this.bookings.findByAwb(this.dataSource.manager, accountId, awb);
      const states = events.flatMap(({ state }) =>
        state === null || isMove(state, booking?.shipmentId ?? null) ? [] : [state],
      );
      if (booking === null || states.length === 0) continue;
      isConfirmed &&= await this.events.confirm(booking, states);
    }
    return isConfirmed ? 'applied' : 'not_confirmed';
  }
}
