import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { StoreApiError } from '@wholesale-store-orders/client';
import { Journal } from './files.js';

/** The order itself is at fault: sending it again would not help. */
const REFUSALS = [400, 409, 413, 422];

/**
 * The store's orders, each written down before it is sent, with the id and the Idempotency-Key that it is sent
 * under, every time. So a crash loses none (what was not sent is sent at the next start) and doubles none (what
 * was sent and not answered is answered with the first order again).
 *
 * How the placed ones are doing is asked for all of them at once, from where the list had been read to the last time.
 *
 * An order's state is `waiting`, `refused` (with `code` and `fields`), or a status of the Store API.
 */
export class Outbox {
  #journal;
  #orders = new Map();
  #cursor;
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
    const waiting = [...this.#orders.values()].filter(({ state }) => state === 'waiting');
    let tripped = null;
    for (const order of waiting) {
      try {
        await this.#record({ id: order.id, ...(await place(store, order)) });
      } catch (error) {
        // One that the service trips over does not hold up those behind it.
        if (error.status !== 500) throw error;
        tripped = error;
      }
    }
    if (tripped !== null) throw tripped;
  }

  /** Asks which orders have changed since the last time: one call, however many are open. */
  async follow(store) {
    let isWhole = true;
    for (let page, cursor = this.#cursor; page?.has_more !== false; cursor = page.next_cursor) {
      page = await store.listOrders({ cursor });
      for (const row of page.data) {
        if (this.get(row.store_order_id)?.state === 'waiting') isWhole = false;
        else await this.#follow(row);
      }
      // What is told of an order whose own answer is still out is wanted again, once that has come.
      if (isWhole && page.data.length > 0) await this.#record({ cursor: page.next_cursor });
    }
  }

  async #follow({ store_order_id: id, order_number: orderNumber, status, tracking }) {
    const order = this.get(id);
    // Others may place orders for this client too.
    if (order === undefined || order.orderNumber !== orderNumber) return;
    const isKnown = order.state === status && isDeepStrictEqual(order.tracking, tracking);
    if (!isKnown) await this.#record({ id, state: status, tracking });
  }

  #writeDown(id, order) {
    const body = { ...order, store_order_id: id };
    return this.#record({ id, idempotencyKey: randomUUID(), body, state: 'waiting' });
  }

  async #record(entry) {
    await this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply({ cursor, ...entry }) {
    if (cursor === undefined) this.#orders.set(entry.id, { ...this.get(entry.id), ...entry });
    else this.#cursor = cursor;
  }
}

/** What became of an order; throws when it has to be sent again later. */
async function place(store, { body, idempotencyKey }) {
  try {
    const placed = await store.placeOrder(body, { idempotencyKey });
    return { state: placed.status, orderNumber: placed.order_number };
  } catch (error) {
    // The service's own word, not a proxy's.
    const isRefusal = error instanceof StoreApiError && error.answer !== null;
    if (!isRefusal || !REFUSALS.includes(error.status)) throw error;
    const { code, fields, answer } = error;
    // Keys are kept for a day; ours was placed before, and we were down for longer than that.
    if (code === 'duplicate_order' && answer.same_request) {
      return { state: answer.order_status, orderNumber: answer.order_number };
    }
    return { state: 'refused', code, fields };
  }
}
