import { randomUUID } from 'node:crypto';
import { StoreApiError } from '@wholesale-store-orders/client';
import { Journal } from './files.js';

const FINAL_STATUSES = ['delivered', 'returned', 'cancelled', 'expired'];
/** The order itself is at fault: sending it again would not help. */
const REFUSALS = [400, 409, 413, 422];

/**
 * The store's orders, each written down before it is sent, with the id and the Idempotency-Key that it is sent
 * under, every time. So a crash loses none (what was not sent is sent at the next start) and doubles none (what
 * was sent and not answered is answered with the first order again).
 *
 * An order's state is `waiting`, `refused` (with `code` and `fields`), or a status of the Store API.
 */
export class Outbox {
  #journal;
  #orders = new Map();
  #accepting = new Map();

  static async open(path) {
    const { journal, entries } = await Journal.open(path);
    const outbox = new Outbox();
    outbox.#journal = journal;
    for (const entry of entries) outbox.#apply(entry);
    return outbox;
  }

  get(id) {
    return this.#orders.get(id);
  }

  /** Takes an order on, once, however often it is handed in; returns when it is on the disk. */
  async accept(id, order) {
    if (!this.#orders.has(id)) {
      if (!this.#accepting.has(id)) this.#accepting.set(id, this.#writeDown(id, order));
      await this.#accepting.get(id);
      this.#accepting.delete(id);
    }
    return this.get(id);
  }

  /** Sends what waits, oldest first, until all is sent or the service is not there. */
  async send(store) {
    await forEach(this.#inState(isWaiting), async (order) => {
      await this.#record({ id: order.id, ...(await place(store, order)) });
    });
  }

  /** Asks how the placed orders are doing, until nothing more will happen to them. */
  async follow(store) {
    await forEach(this.#inState(isOpen), async ({ id, state, orderNumber }) => {
      const { status, tracking } = await store.getOrderStatus(orderNumber);
      if (status !== state) await this.#record({ id, state: status, tracking });
    });
  }

  #writeDown(id, order) {
    const body = { ...order, store_order_id: id };
    return this.#record({ id, idempotencyKey: randomUUID(), body, state: 'waiting' });
  }

  #inState(isWanted) {
    return [...this.#orders.values()].filter(({ state }) => isWanted(state));
  }

  async #record(entry) {
    await this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply(entry) {
    this.#orders.set(entry.id, { ...this.#orders.get(entry.id), ...entry });
  }
}

function isWaiting(state) {
  return state === 'waiting';
}

function isOpen(state) {
  return !['waiting', 'refused', ...FINAL_STATUSES].includes(state);
}

/** One order after the other; one that the service trips over does not hold up those behind it. */
async function forEach(orders, work) {
  let tripped = null;
  for (const order of orders) {
    try {
      await work(order);
    } catch (error) {
      if (![404, 500].includes(error.status)) throw error;
      tripped = error;
    }
  }
  if (tripped !== null) throw tripped;
}

/** What became of an order; throws when it has to be sent again later. */
async function place(store, { body, idempotencyKey }) {
  try {
    const placed = await store.placeOrder(body, { idempotencyKey });
    return { state: placed.status, orderNumber: placed.order_number, total: placed.total };
  } catch (error) {
    if (!(error instanceof StoreApiError) || !REFUSALS.includes(error.status)) throw error;
    const { code, fields, answer } = error;
    // Keys are kept for a day; ours was placed before, and we were down for longer than that.
    if (code === 'duplicate_order' && answer.same_request) {
      return { state: answer.order_status, orderNumber: answer.order_number };
    }
    return { state: 'refused', code, fields };
  }
}
