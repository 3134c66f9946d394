import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { StoreApiError } from '@wholesale-store-orders/client';
import { Journal } from './files.js';

/** The order itself is invalid: sending it again would not help. */
const REFUSALS = [400, 409, 413, 422];

/**
 * The store's orders. Each order is written to disk before it is sent, with its id and its Idempotency-Key. So a crash
 * loses no order, because unsent orders are sent at the next start. It duplicates none either, because a repeated key
 * returns the first order.
 *
 * One call fetches the status changes of all placed orders since the stored cursor.
 *
 * The state of an order is `waiting`, `refused` (with `code` and `fields`), or a status of the Store API.
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

  /** Accepts an order once, even if called repeatedly with the same id. Resolves once it is on disk. */
  async accept(id, order) {
    if (!this.#orders.has(id)) {
      if (!this.#accepting.has(id)) this.#accepting.set(id, this.#store(id, order));
      await this.#accepting.get(id);
      this.#accepting.delete(id);
    }
    return this.get(id);
  }

  /** Sends the waiting orders, oldest first, until all are sent or the service is unreachable. */
  async send(store) {
    const waiting = [...this.#orders.values()].filter(({ state }) => state === 'waiting');
    let failed = null;
    for (const order of waiting) {
      try {
        await this.#record({ id: order.id, ...(await place(store, order)) });
      } catch (error) {
        // An order that causes an internal error must not block the orders after it.
        if (error.status !== 500) throw error;
        failed = error;
      }
    }
    if (failed !== null) throw failed;
  }

  /** Fetches the orders that changed since the last call. */
  async follow(store) {
    let isComplete = true;
    for (let page, cursor = this.#cursor; page?.has_more !== false; cursor = page.next_cursor) {
      page = await store.listOrders({ cursor });
      for (const row of page.data) {
        if (this.get(row.store_order_id)?.state === 'waiting') isComplete = false;
        else await this.#follow(row);
      }
      // A page may contain an order whose own response has not arrived yet. Then the cursor stays, so that the page is read again.
      if (isComplete && page.data.length > 0) await this.#record({ cursor: page.next_cursor });
    }
  }

  async #follow({ store_order_id: id, order_number: orderNumber, status, tracking }) {
    const order = this.get(id);
    // Other programs may place orders for this client too.
    if (order === undefined || order.orderNumber !== orderNumber) return;
    const isKnown = order.state === status && isDeepStrictEqual(order.tracking, tracking);
    if (!isKnown) await this.#record({ id, state: status, tracking });
  }

  #store(id, order) {
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

/** Places an order and returns its new state. Throws if the order must be sent again later. */
async function place(store, { body, idempotencyKey }) {
  try {
    const placed = await store.placeOrder(body, { idempotencyKey });
    return { state: placed.status, orderNumber: placed.order_number };
  } catch (error) {
    // A refusal counts only if it comes from the service, not from a proxy.
    const isRefusal = error instanceof StoreApiError && error.answer !== null;
    if (!isRefusal || !REFUSALS.includes(error.status)) throw error;
    const { code, fields, answer } = error;
    // Keys expire after a day. This order was placed by an earlier try, more than a day ago.
    if (code === 'duplicate_order' && answer.same_request) {
      return { state: answer.order_status, orderNumber: answer.order_number };
    }
    return { state: 'refused', code, fields };
  }
}
