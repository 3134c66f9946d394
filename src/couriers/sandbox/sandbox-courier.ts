import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { dateInShop } from '../../platform/time-zone.js';
import type { OpenedAccount } from '../courier-description.js';
import {
  CourierHasNoMoney,
  CourierKeysRefused,
  CourierRefused,
  CourierUnknown,
} from '../courier-errors.js';
import type {
  AccountCheck,
  BookingProgress,
  BookingToSend,
  CourierGateway,
  CourierLabel,
  CourierMessage,
  CourierRules,
  FailureAction,
  FailureActionKind,
  FoundBooking,
  KnownFailure,
  PickupTicket,
  PincodeFacts,
  SentBooking,
  TrackedShipment,
} from '../courier-gateway.js';
import { toCourierEvent } from './sandbox-codes.js';
import { fateOf } from './sandbox-scripts.js';
import { readSandboxPush } from './sandbox-push.js';
import type { SandboxShipment } from './sandbox-shipment.entity.js';
import { SandboxShipmentsRepository } from './sandbox-shipments.repository.js';
import { movedBy } from './sandbox-moves.js';

export const SANDBOX_PLACE = { name: 'Sandbox warehouse', pincode: '600001' };

/** A token that the sandbox refuses, so that this can be tried. */
const REFUSED_TOKEN = 'refused-token';
const LATE_SECONDS = 5;
const DAYS_TO_DELIVER = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A live account answers after one to three seconds, as couriers do; one for staging at once. */
const [SHORTEST_MS, LONGEST_MS] = [1_000, 3_000];
const AWB_DIGITS = 12;

/** The courier that carries nothing. It keeps its data in a table of its own, and moves shipments by the clock. */
export class SandboxCourier implements CourierGateway {
  readonly kind = 'sandbox';
  readonly rules: CourierRules = {
    timeoutMs: 3_000,
    settleMs: 12_000,
    maxAwbsPerAsk: 50,
    asksPerFiveMinutes: 10_000,
    nameMax: 60,
    address: { lines: 2, lineMax: 120 },
    hosts: [],
    answersUntilHour: null,
  };
  private readonly shipments = new SandboxShipmentsRepository();

  constructor(
    private readonly account: OpenedAccount,
    private readonly dataSource: DataSource,
  ) {}

  async check(): Promise<AccountCheck> {
    await this.admit();
    return { pickupPlaces: [SANDBOX_PLACE] };
  }

  async book(booking: BookingToSend): Promise<BookingProgress> {
    await this.admit();
    if (this.account.environment === 'live') await sleep(randomInt(SHORTEST_MS, LONGEST_MS));
    const { reference, orderNumber, weightGrams, pickupName, consignee } = booking;
    const { pincode } = consignee;
    const booked = await this.shipments.find(this.manager, this.account.id, { reference });
    if (booked !== null) return progressOf(this.known(booked));
    if (pickupName !== SANDBOX_PLACE.name) {
      throw new CourierRefused('pickup_place_unknown', 'The sandbox has no such pick-up place');
    }
    const fate = fateOf(pincode);
    if (fate === 'refused') {
      throw new CourierRefused('refused', 'The sandbox does not deliver to this PIN code');
    }
    if (fate === 'no_money') throw new CourierHasNoMoney('The wallet with the sandbox is empty');
    const isLate = fate === 'late';
    const script = isLate ? 'delivered' : fate;
    const of = { accountId: this.account.id, reference, orderNumber, pincode, weightGrams, script };
    const awb = booking.awb ?? newAwb();
    await this.shipments.insert(this.manager, { ...of, awb }, isLate ? LATE_SECONDS : 0);
    if (isLate) throw new CourierUnknown('no answer: the sandbox answers late');
    // Another call with the same reference may have been first.
    return progressOf((await this.shipments.find(this.manager, this.account.id, { reference }))!);
  }

  async find({ reference, awb }: SentBooking): Promise<FoundBooking | null> {
    await this.admit();
    const found = await this.shipments.find(this.manager, this.account.id, { reference, awb });
    if (found === null || !isKnown(found)) return null;
    return { ...bookedAs(found), reference: found.reference, isCanceled: found.isCanceled };
  }

  async cancel({ reference, awb }: SentBooking): Promise<'canceled' | 'too_late'> {
    await this.admit();
    const found = await this.shipments.find(this.manager, this.account.id, { reference, awb });
    if (found === null || found.isCanceled) return 'canceled';
    return (await this.shipments.cancel(this.manager, found.awb)) ? 'canceled' : 'too_late';
  }

  async label(bookings: readonly SentBooking[]): Promise<CourierLabel> {
    await this.admit();
    const found = await Promise.all(
      bookings.map(({ reference }) =>
        this.shipments.find(this.manager, this.account.id, { reference }),
      ),
    );
    const facts = bookings.map(({ reference }, index) => {
      const shipment = found[index];
      return { reference, routing: shipment ? routingOf(shipment) : null };
    });
    return { kind: 'draw', facts };
  }

  async requestPickup(day: string): Promise<PickupTicket> {
    await this.admit();
    return { token: `SBX-${day}` };
  }

  async noteWayBill(booking: SentBooking): Promise<void> {
    if ((await this.find(booking)) === null) throw unknownShipment();
  }

  async track(awbs: readonly string[]): Promise<TrackedShipment[]> {
    await this.admit();
    const found = await Promise.all(
      awbs.map((awb) => this.shipments.find(this.manager, this.account.id, { awb })),
    );
    return found.filter((shipment) => shipment !== null).map(toTracked);
  }

  readPush({ body }: CourierMessage): TrackedShipment[] | null {
    return readSandboxPush(body);
  }

  failureActions({ code, attempt }: KnownFailure): FailureActionKind[] {
    return code === 'FA' && attempt < 3 ? ['reattempt', 'return', 'dispute'] : [];
  }

  async act({ awb, attempt, action }: FailureAction): Promise<{ reference: string }> {
    await this.admit();
    await inTransaction(this.dataSource, async (manager) => {
      const shipment = await this.shipments.lock(manager, awb);
      if (shipment === null || shipment.accountId !== this.account.id) throw unknownShipment();
      const move = movedBy(shipment, action === 'return' ? 'answered_return' : 'answered_again');
      if (move === null) throw new CourierRefused('too_late', 'The shipment is on its way again');
      await this.shipments.move(manager, awb, move);
    });
    return { reference: `SBX-${awb}-${attempt}` };
  }

  async checkPincode(pincode: string): Promise<PincodeFacts> {
    await this.admit();
    // The addresses of the army, which only its own post delivers to.
    const isServed = /^[1-8]\d{5}$/.test(pincode);
    const days = isServed ? DAYS_TO_DELIVER : null;
    return { pincode, isServed, isEmbargo: false, isRemote: false, days };
  }

  private get manager(): EntityManager {
    return this.dataSource.manager;
  }

  private admit(): Promise<void> {
    return this.account.keys.token === REFUSED_TOKEN
      ? Promise.reject(new CourierKeysRefused('The sandbox refuses this token'))
      : Promise.resolve();
  }

  private known(shipment: SandboxShipment): SandboxShipment {
    if (!isKnown(shipment)) throw new CourierUnknown('no answer: the sandbox answers late');
    return shipment;
  }
}

function isKnown({ knownAt }: SandboxShipment): boolean {
  return knownAt.getTime() <= Date.now();
}

/** @throws CourierRefused for a canceled shipment: its reference is used up */
function progressOf(shipment: SandboxShipment): BookingProgress {
  if (shipment.isCanceled) throw new CourierRefused('canceled', 'This reference was canceled');
  return bookedAs(shipment);
}

function bookedAs(shipment: SandboxShipment): BookingProgress & { step: 'done' } {
  const { awb, weightGrams } = shipment;
  return {
    step: 'done',
    awb,
    courierName: 'Sandbox courier',
    freightMinor: 4_000 + Math.ceil(weightGrams / 500) * 2_000,
    routing: routingOf(shipment),
  };
}

function routingOf({ pincode }: SandboxShipment): string {
  return `SBX/${pincode.slice(0, 3)}`;
}

function toTracked({
  awb,
  events,
  createdAt,
  weightGrams,
  isCanceled,
}: SandboxShipment): TrackedShipment {
  const expectedAt = new Date(createdAt.getTime() + DAYS_TO_DELIVER * DAY_MS);
  return {
    awb,
    events: isCanceled ? [] : events.map(toCourierEvent),
    expectedOn: dateInShop(expectedAt),
    chargedGrams: events.length === 0 ? null : weightGrams,
  };
}

function unknownShipment(): CourierRefused {
  return new CourierRefused('unknown_shipment', 'The sandbox has no such shipment');
}

function newAwb(): string {
  return String(randomInt(10 ** (AWB_DIGITS - 1), 10 ** AWB_DIGITS));
}
