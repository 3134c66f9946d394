import { randomInt } from 'node:crypto';
import { eventually } from '../eventually.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { COURIERS } from '../../../src/couriers/couriers.js';
import type { CourierDescription } from '../../../src/couriers/courier-description.js';
import { CourierUnknown } from '../../../src/couriers/courier-errors.js';
import type {
  BookingProgress,
  BookingToSend,
  CourierEvent,
  CourierGateway,
  FoundBooking,
  SentBooking,
} from '../../../src/couriers/courier-gateway.js';

export interface ScriptedShipment {
  awb: string;
  reference: string;
  isCanceled: boolean;
  booking: BookingToSend;
}

type Book = (booking: BookingToSend) => Promise<BookingProgress>;

/** A courier that gives each call another AWB, and answers as a test says. */
export class ScriptedCourier {
  /** The calls so far, as `book`, `find` and `cancel` with the reference. */
  readonly calls: string[] = [];
  readonly shipments: ScriptedShipment[] = [];
  /** Answers of the next calls; then it books. */
  readonly answers: Book[] = [];
  /** Answers of the next call of a reference. */
  readonly answersTo = new Map<string, Book>();
  /** What it answers about AWBs. It keeps what it tells to have moved. */
  readonly events = new Map<string, CourierEvent[]>();
  /** Answers of the next questions; then it tells what it has. */
  readonly finds: ((booking: SentBooking) => Promise<FoundBooking | null>)[] = [];
  /** Answers of the next cancellations; then it cancels. */
  readonly cancels: (() => Promise<'canceled' | 'too_late'>)[] = [];
  settleMs = 60_000;

  /** Makes it a kind of courier, until the suite has ended. Begin before the service, so that it is stopped earlier. */
  constructor(kind: string) {
    const description: CourierDescription = {
      label: 'Scripted courier',
      keys: [{ name: 'token', label: 'Token' }],
      isSandbox: true,
      labelIsDrawn: true,
      trackingUrl: 'https://track.example.com/{tracking_number}',
      open: () => this.gateway(kind),
    };
    const kinds: Record<string, CourierDescription> = COURIERS;
    kinds[kind] = description;
    atEndOfSuite(() => delete kinds[kind]);
  }

  /** Forgets all calls, shipments and scripts. */
  forget(): void {
    for (const list of [this.calls, this.shipments, this.answers, this.finds, this.cancels]) {
      list.length = 0;
    }
    this.answersTo.clear();
    this.events.clear();
  }

  get live(): ScriptedShipment[] {
    return this.shipments.filter(({ isCanceled }) => !isCanceled);
  }

  /** Books as it does without a script. */
  readonly book: Book = (booking) => {
    const awb = booking.awb ?? String(randomInt(10 ** 11, 10 ** 12));
    const { reference } = booking;
    this.shipments.push({ awb, reference, isCanceled: false, booking });
    return Promise.resolve({ step: 'done', awb, courierName: 'Scripted' });
  };

  /** Books, but its answer is lost. */
  readonly loseAnswer: Book = async (booking) => {
    await this.book(booking);
    throw new CourierUnknown('no answer: the test lost it');
  };

  /** Does not hear of the call. */
  readonly notHear: Book = () => Promise.reject(new CourierUnknown('no answer: it did not hear'));

  private gateway(kind: string): CourierGateway {
    const rules = {
      timeoutMs: 15_000,
      settleMs: this.settleMs,
      maxAwbsPerAsk: 50,
      asksPerFiveMinutes: 750,
      nameMax: 60,
      address: { lines: 3, lineMax: 60 },
      hosts: [],
      answersUntilHour: null,
    };
    return {
      kind,
      rules,
      book: (booking: BookingToSend) => {
        this.calls.push(`book ${booking.reference}`);
        const planned = this.answersTo.get(booking.reference);
        this.answersTo.delete(booking.reference);
        return (this.answers.shift() ?? planned ?? this.book)(booking);
      },
      find: (booking: SentBooking) => {
        this.calls.push(`find ${booking.reference}`);
        return (this.finds.shift() ?? this.find)(booking);
      },
      cancel: (booking: SentBooking) => {
        this.calls.push(`cancel ${booking.reference}`);
        return (this.cancels.shift() ?? (() => this.cancel(booking)))();
      },
      track: (awbs: readonly string[]) => {
        const known = awbs.filter((awb) => this.events.has(awb));
        const tracked = known.map((awb) => ({ awb, events: this.events.get(awb)! }));
        return Promise.resolve(
          tracked.map((one) => ({ ...one, expectedOn: null, chargedGrams: null })),
        );
      },
      failureActions: () => [],
    } as unknown as CourierGateway;
  }

  private readonly find = ({ reference }: SentBooking): Promise<FoundBooking | null> => {
    const found = this.shipments.find((shipment) => shipment.reference === reference);
    if (found === undefined) return Promise.resolve(null);
    const { awb, isCanceled } = found;
    return Promise.resolve({ step: 'done', awb, reference, isCanceled });
  };

  private cancel({ awb, reference }: SentBooking): Promise<'canceled' | 'too_late'> {
    if (awb !== null && this.events.has(awb)) return Promise.resolve('too_late');
    for (const shipment of this.shipments) {
      if (shipment.awb === awb || (awb === null && shipment.reference === reference)) {
        shipment.isCanceled = true;
      }
    }
    return Promise.resolve('canceled');
  }
}

/** A call that a test answers. */
export class HeldCall {
  private answer: (progress: BookingProgress) => void = () => undefined;
  sent: BookingToSend | null = null;

  constructor(private readonly courier: ScriptedCourier) {}

  readonly book = (sent: BookingToSend): Promise<BookingProgress> => {
    this.sent = sent;
    return new Promise((resolve) => (this.answer = resolve));
  };

  /** Waits until the courier was called. */
  async begun(): Promise<void> {
    await eventually(() => this.sent !== null);
  }

  async end(): Promise<void> {
    this.answer(await this.courier.book(this.sent!));
  }
}
