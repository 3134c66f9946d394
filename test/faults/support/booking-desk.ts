import { SANDBOX_PLACE } from '../../../src/couriers/sandbox/sandbox-courier.js';
import { eventually } from '../../support/eventually.js';
import { operate } from './shop.js';

export interface BookedOrder {
  order: string;
  id: number;
}

/** Bookings with the sandbox courier, over HTTP. */
export class BookingDesk {
  private constructor(private readonly baseUrl: string) {}

  /** Adds an account that books, a box and the rules. */
  static async open(baseUrl: string): Promise<BookingDesk> {
    const facts = {
      kind: 'sandbox',
      name: 'Sandbox',
      environment: 'staging',
      pickup_name: SANDBOX_PLACE.name,
      pickup_pincode: SANDBOX_PLACE.pincode,
    };
    const keys = [{ name: 'token', value: 'token-of-the-sandbox' }];
    const { account } = await operate(baseUrl, 'POST', 'courier-accounts', { ...facts, keys });
    const { id } = account as { id: number };
    await operate(baseUrl, 'POST', `courier-accounts/${id}/check`);
    await operate(baseUrl, 'PUT', `courier-accounts/${id}`, { ...facts, keys: [], active: true });
    const sizes = { length_mm: 300, breadth_mm: 200, height_mm: 100 };
    const box = { name: 'Box', ...sizes, empty_grams: 100, max_grams: 9_000 };
    await operate(baseUrl, 'PUT', 'boxes', { boxes: [box] });
    await operate(baseUrl, 'PUT', 'booking-rules', { account_id: id, unit_grams: 200 });
    return new BookingDesk(baseUrl);
  }

  /** Wants an order booked, without waiting for its call. */
  async book(order: string): Promise<BookedOrder> {
    const orders = [{ order_number: order }];
    const [outcome] = (await operate(this.baseUrl, 'POST', 'bookings', { orders })) as unknown as [
      { booking: { id: number } },
    ];
    return { order, id: outcome.booking.id };
  }

  async state({ id }: BookedOrder): Promise<unknown> {
    return (await operate(this.baseUrl, 'GET', `bookings/${id}`)).state;
  }

  /** Waits for the AWB of a booking. */
  async awbOf({ id }: BookedOrder): Promise<string> {
    let awb: unknown = null;
    await eventually(async () => {
      ({ awb } = await operate(this.baseUrl, 'GET', `bookings/${id}`));
      return awb !== null;
    });
    return String(awb);
  }

  async expectState(booking: BookedOrder, state: string): Promise<void> {
    let now: unknown;
    await eventually(async () => (now = await this.state(booking)) === state).catch(() => {
      expect([booking, now]).toEqual([booking, state]);
    });
  }
}
