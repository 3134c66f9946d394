import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { answerTo, sendAnswer, waitingAnswers } from './failed-deliveries.js';
import { Journal } from './files.js';
import { refusalOf } from './refusals.js';

/** The service delivers to the new address at another charge, or not at all: the order must not go to the old one. */
const WRONG_ADDRESS = ['charge_changed', 'not_serviceable'];

/**
 * The store's orders. Each order is written to disk before it is sent, with its id and its Idempotency-Key.
 * - a crash loses no order, because unsent orders are sent at the next start
 * - a crash duplicates no order, because a repeated key returns the first order
 *
 * A customer may edit an order while it waits. An earlier try may have placed the older body, if only its answer was lost. The
 * service then answers with the order's number: the outbox adopts that order and corrects it. If that is not possible, it
 * cancels the order.
 *
 * One call fetches the status changes of all placed orders since the stored cursor. If the service's database was restored from
 * a backup, lost orders are placed again under their ids.
 *
 * The state of an order is `waiting`, `refused`, or a status of the Store API.
 * - `code` and `fields` have the reason why the latest body was refused
 * - `edit` is the remaining work for the order at the service: `correct`, `cancel` or null
 * - `answers` has the customer's latest answer to a failed delivery of each shipment
 */
export class Outbox {
  #journal;
  #orders = new Map();
  #cursor;
  #recorded = Promise.resolve();

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

  /**
   * Accepts an order once, even if called repeatedly with the same id; another body is an edit of the order. Resolves once it
   * is on disk.
   */
  async accept(id, order) {
    await this.#record(() => this.#accepted(id, { ...order, store_order_id: id }));
    return this.get(id);
  }

  /**
   * Accepts a customer's answer to a failed delivery, in place of one that was not sent. Resolves once it is on disk: true, or
   * false if the delivery takes no such answer.
   */
  async answer(id, shipmentId, body) {
    let answer;
    await this.#record(() => {
      answer = answerTo(this.get(id) ?? {}, shipmentId, body);
      return answer && this.#withAnswer(id, shipmentId, answer);
    });
    return answer !== null;
  }

  /** Sends orders, edits and answers that wait, oldest first, until all is done or the service is unreachable. */
  async send(store) {
    const open = [...this.#orders.values()].filter(
      (order) => order.state === 'waiting' || order.edit || waitingAnswers(order).length > 0,
    );
    let failed = null;
    for (const { id } of open) {
      try {
        if (this.get(id).state === 'waiting') await this.#place(store, this.get(id));
        if (this.get(id).edit) await this.#edit(store, this.get(id));
        await this.#sendAnswers(store, this.get(id));
      } catch (error) {
        // An order that causes an internal error must not block the orders after it.
        if (error.status !== 500) throw error;
        failed = error;
      }
    }
    if (failed !== null) throw failed;
  }

  /** Fetches the orders that changed since the last call, and places those again that the service has lost. */
  async follow(store) {
    // The list is read to its end now, so it contains them.
    const expected = this.#placed(({ tracking }) => !tracking);
    let isComplete = true;
    for (let page, cursor = this.#cursor; page?.has_more !== false; cursor = page.next_cursor) {
      page = await store.listOrders({ cursor, include: 'shipments' });
      // Before the cursor is stored: with the old one, a store that is killed here learns of the loss again.
      if (page.reset) await this.#reconcile(store, this.#placed(isOpen));
      for (const row of page.data) {
        if (this.get(row.store_order_id)?.state === 'waiting') isComplete = false;
        else await this.#follow(row);
      }
      // A page may contain an order whose own response has not arrived yet. Then the cursor stays, so that the page is read again.
      const { next_cursor: next } = page;
      if (isComplete && page.data.length > 0) await this.#record(() => ({ cursor: next }));
    }
    const isUnlisted = ({ id, tracking }) => expected.includes(id) && !tracking;
    await this.#reconcile(store, this.#placed(isUnlisted));
  }

  /** Asks for orders by their ids, and makes those that the service has lost wait again. */
  async #reconcile(store, ids) {
    for (let from = 0; from < ids.length; from += RECONCILED_AT_ONCE) {
      const { data } = await store.reconcileOrders(ids.slice(from, from + RECONCILED_AT_ONCE));
      for (const { store_order_id: id, state, order } of data) {
        await this.#record(() => {
          if (state === 'missing') return { id, ...LOST };
          return order && { id, ...followed(order) };
        });
      }
    }
  }

  /** Lists the ids of placed orders. */
  #placed(matches) {
    const placed = [...this.#orders.values()].filter(({ orderNumber }) => orderNumber);
    return placed.filter(matches).map(({ id }) => id);
  }

  #follow(row) {
    return this.#record(() => {
      const { store_order_id: id, order_number: orderNumber } = row;
      const order = this.get(id);
      // Other programs may place orders for this client too. An order that was refused exists if an earlier try placed it.
      if (order === undefined || (order.orderNumber ?? orderNumber) !== orderNumber) return null;
      const change = followed(row);
      return isDeepStrictEqual(order, { ...order, ...change }) ? null : { id, ...change };
    });
  }

  /** Makes the entry of a body that a customer has sent; null if it is known. */
  #accepted(id, body) {
    const known = this.get(id);
    if (known === undefined) return { id, idempotencyKey: randomUUID(), body, state: 'waiting' };
    if (isDeepStrictEqual(known.body, body)) return null;
    // Nothing was placed of a refused order: it is sent again.
    return known.orderNumber == null
      ? { id, body, state: 'waiting' }
      : { id, body, edit: editOf(known, body) };
  }

  async #place(store, { id, idempotencyKey, body: sent }) {
    const result = await place(store, sent, idempotencyKey);
    await this.#record(() => {
      const { body } = this.get(id);
      if (isDeepStrictEqual(body, sent)) return { id, ...result };
      // The customer has edited the order meanwhile. If the body that was sent is refused, the new one is still to be sent.
      if (result.orderNumber === undefined) return null;
      return { id, ...result, edit: editOf({ edit: result.edit, body: sent }, body) };
    });
  }

  async #edit(store, order) {
    const { edit, ...result } = await edited(store, order);
    await this.#record(() => {
      const isLatest = isDeepStrictEqual(this.get(order.id).body, order.body);
      return { id: order.id, ...result, ...(isLatest && { edit }) };
    });
  }

  async #sendAnswers(store, order) {
    const { id, orderNumber } = order;
    for (const [shipmentId, answer] of waitingAnswers(order)) {
      const sent = await sendAnswer(store, orderNumber, shipmentId, answer);
      await this.#record(() => {
        // The customer may have given another one meanwhile; a lost order has none.
        const isLatest = this.get(id).answers[shipmentId]?.idempotencyKey === answer.idempotencyKey;
        return isLatest ? this.#withAnswer(id, shipmentId, sent) : null;
      });
    }
  }

  #withAnswer(id, shipmentId, answer) {
    return { id, answers: { ...this.get(id).answers, [shipmentId]: answer } };
  }

  /** Records the entry that `make` returns; null: none. One after the other, so that `make` sees all that was recorded before. */
  #record(make) {
    this.#recorded = this.#recorded.then(async () => {
      const entry = make();
      if (entry === null) return;
      await this.#journal.append(entry);
      this.#apply(entry);
    });
    return this.#recorded;
  }

  #apply({ cursor, ...entry }) {
    if (cursor === undefined) this.#orders.set(entry.id, { ...this.get(entry.id), ...entry });
    else this.#cursor = cursor;
  }
}

/** Ids in one call. */
const RECONCILED_AT_ONCE = 500;
const ENDED = ['delivered', 'returned', 'cancelled', 'expired'];
/** A lost order: its latest body waits to be sent. */
const LOST = {
  state: 'waiting',
  orderNumber: null,
  tracking: null,
  shipments: [],
  answers: {},
  edit: null,
};

function isOpen({ state }) {
  return !ENDED.includes(state);
}

/** Reads what is stored of an order as the service has it. Only the list of orders has its shipments. */
function followed({ order_number: orderNumber, status, tracking, shipments }) {
  return { orderNumber, state: status, tracking, ...(shipments && { shipments }) };
}

/** Computes what an order needs for another body: items cannot be corrected. */
function editOf({ edit, body }, wanted) {
  const isSame = isDeepStrictEqual(linesOf(body), linesOf(wanted));
  return edit === 'cancel' || !isSame ? 'cancel' : 'correct';
}

/** Reads what a body orders. A variation may be null or left out. */
const linesOf = ({ items }) =>
  [items].flat().map((item) => [item?.sku, item?.quantity, item?.variation ?? null]);

/** Places an order and returns its new state. Throws if the order must be sent again later. */
async function place(store, body, idempotencyKey) {
  try {
    const placed = await store.placeOrder(body, { idempotencyKey });
    return { state: placed.status, orderNumber: placed.order_number, ...DONE };
  } catch (error) {
    const { code, fields, answer, orderNumber } = refusalOf(error);
    if (orderNumber === null) return { state: 'refused', code, fields };
    // An answer with an order number means that the order exists: an earlier try has placed it.
    return { state: answer.order_status, orderNumber, ...DONE, edit: neededEdit(answer) };
  }
}

/** Without a problem, and nothing left to do. */
const DONE = { code: null, fields: null, edit: null };

/** Computes what an existing order needs to become the one that was sent. */
function neededEdit({ differs }) {
  // A key's order is named without differences; those of an order that was erased or archived are not known.
  if (differs === undefined) return 'correct';
  if (differs === null || differs.length === 0) return null;
  return differs.includes('items') ? 'cancel' : 'correct';
}

/** Corrects or cancels an order and returns its new state. Throws if that must be tried again later. */
async function edited(store, { edit, orderNumber, body }) {
  if (edit === 'cancel') return canceled(store, orderNumber, 'items_changed');
  try {
    const { data } = await store.correctOrder(orderNumber, correctionOf(body));
    return { state: data.status, ...DONE };
  } catch (error) {
    const { code, fields } = refusalOf(error);
    if (WRONG_ADDRESS.includes(code)) return canceled(store, orderNumber, code, fields);
    // Too late, or the edit is invalid: the order stays as it is.
    return { code, fields, edit: null };
  }
}

async function canceled(store, orderNumber, code, fields) {
  try {
    const { status } = await store.cancelOrder(orderNumber, { reason: `edited: ${code}` });
    return { state: status, code, fields, edit: null };
  } catch (error) {
    return { code: refusalOf(error).code, edit: null };
  }
}

/** Makes a whole body as a correction: what it leaves out is removed, or has its default. */
function correctionOf({ customer, shipping, notes = null }) {
  return {
    customer: { email: null, ...customer },
    shipping: { country: 'India', ...shipping },
    notes,
  };
}
