import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';
import { PaymentIntentOrder } from './payment-intent-order.entity.js';
import { StoredIntent, type CheckReason } from './stored-intent.entity.js';

/** An intent with the orders to pay, in this order; none: the money goes to the wallet. */
export interface PaymentIntent extends Omit<StoredIntent, 'checkAt' | 'checkReason'> {
  orderNumbers: string[];
}

export interface IntentFilter {
  clientId?: number | undefined;
  status?: PaymentIntent['status'] | undefined;
}

const INTENT = `
  SELECT i.id, i.receipt, i.client_id AS "clientId", i.gateway, i.amount_minor AS "amountMinor", i.currency,
    coalesce((SELECT json_agg(o.order_number ORDER BY o.line) FROM payment_intent_orders o WHERE o.intent_id = i.id), '[]')
      AS "orderNumbers",
    i.gateway_order_id AS "gatewayOrderId", i.status, i.actor, i.created_at AS "createdAt",
    i.returned_at AS "returnedAt"
  FROM payment_intents i`;

/** Period for which an unpaid intent is checked, and the interval of the checks. */
const CHECKED_FOR = "interval '4 days'";
const CHECKED_EVERY = "interval '5 minutes'";
/** Delay of the next check after the gateway did not answer, and after it did not answer the last check. */
const CHECKED_AGAIN = { soon: "interval '15 seconds'", last: "interval '6 hours'" };

const DUE = 'FROM payment_intents WHERE check_at <= now()';

/** SQL condition: intents are to be checked. */
export const HAS_DUE_INTENTS = `EXISTS (SELECT ${DUE})`;

const CLAIM_DUE = `
  UPDATE payment_intents i
  SET check_at = CASE WHEN i.created_at > now() - ${CHECKED_FOR} THEN now() + ${CHECKED_EVERY} END,
    check_reason = 'schedule'
  FROM (
    SELECT id, check_reason ${DUE} AND gateway = $1
    ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ) due
  WHERE i.id = due.id
  RETURNING i.id, due.check_reason AS reason`;

@Injectable()
export class PaymentIntentsRepository {
  constructor(
    @InjectRepository(StoredIntent) private readonly intents: Repository<StoredIntent>,
    @InjectRepository(PaymentIntentOrder) private readonly orders: Repository<PaymentIntentOrder>,
  ) {}

  /** Stores an intent and its orders. @throws QueryFailedError of LIVE_ORDER_UNIQUE */
  async insert(
    manager: EntityManager,
    intent: Pick<
      PaymentIntent,
      'receipt' | 'clientId' | 'gateway' | 'amountMinor' | 'currency' | 'orderNumbers' | 'actor'
    >,
  ): Promise<PaymentIntent> {
    const { receipt, clientId, gateway, amountMinor, currency, orderNumbers, actor } = intent;
    await manager.query(
      `WITH intent AS (
        INSERT INTO payment_intents (receipt, client_id, gateway, amount_minor, currency, actor, check_at)
        VALUES ($1, $2, $3, $4, $5, $6, now() + ${CHECKED_EVERY}) RETURNING id
      )
      INSERT INTO payment_intent_orders (intent_id, line, order_number)
      SELECT intent.id, line, order_number
      FROM intent, unnest($7::text[]) WITH ORDINALITY AS named (order_number, line)`,
      [receipt, clientId, gateway, amountMinor, currency, actor, orderNumbers],
    );
    return (await this.find(manager, clientId, receipt))!;
  }

  /** Lists the open intents of some orders. */
  async listLive(
    manager: EntityManager,
    orderNumbers: readonly string[],
  ): Promise<PaymentIntent[]> {
    return manager.query<PaymentIntent[]>(
      `${INTENT} WHERE i.id IN (
        SELECT intent_id FROM payment_intent_orders WHERE is_live AND order_number = ANY ($1)
      ) ORDER BY i.id`,
      [orderNumbers],
    );
  }

  /** Ends an intent, so that another intent can be stored for its orders. */
  async end(
    manager: EntityManager,
    id: number,
    status: Exclude<PaymentIntent['status'], 'open'>,
  ): Promise<void> {
    await manager.withRepository(this.intents).update({ id }, { status });
    const orders = manager.withRepository(this.orders);
    await orders.update({ intentId: id, isLive: true }, { isLive: false });
  }

  async lock(manager: EntityManager, id: number): Promise<PaymentIntent> {
    await manager.query('SELECT FROM payment_intents WHERE id = $1 FOR UPDATE', [id]);
    return this.get(manager, id);
  }

  async get(manager: EntityManager, id: number): Promise<PaymentIntent> {
    const [intent] = await manager.query<PaymentIntent[]>(`${INTENT} WHERE i.id = $1`, [id]);
    if (intent === undefined) throw new Error(`There is no intent ${id}`);
    return intent;
  }

  /** Finds an intent of a client; null if it does not exist or belongs to another client. */
  async find(
    manager: EntityManager,
    clientId: number,
    receipt: string,
  ): Promise<PaymentIntent | null> {
    const sql = `${INTENT} WHERE i.receipt = $2 AND i.client_id = $1`;
    const [intent] = await manager.query<PaymentIntent[]>(sql, [clientId, receipt]);
    return intent ?? null;
  }

  async findIdByGatewayOrder(
    manager: EntityManager,
    gatewayOrderId: string,
  ): Promise<number | null> {
    const found = await manager.withRepository(this.intents).findOneBy({ gatewayOrderId });
    return found?.id ?? null;
  }

  /** Stores the gateway's order of an intent unless one is stored, and returns the stored order. */
  async keepGatewayOrder(manager: EntityManager, id: number, orderId: string): Promise<string> {
    const [kept] = await manager
      .query<{ orderId: string }[]>(
        `UPDATE payment_intents SET gateway_order_id = coalesce(gateway_order_id, $2) WHERE id = $1
        RETURNING gateway_order_id AS "orderId"`,
        [id, orderId],
      )
      .then((result) => rowsOf<{ orderId: string }>(result));
    if (kept === undefined) throw new Error(`There is no intent ${id}`);
    return kept.orderId;
  }

  /** Records that a browser returned, and makes the next check due at once. */
  async recordReturn(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE payment_intents SET returned_at = coalesce(returned_at, clock_timestamp()),
        check_at = clock_timestamp(), check_reason = 'return' WHERE id = $1`,
      [id],
    );
  }

  /** Removes the record of a return, because its payment failed. */
  async clearReturn(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.intents).update({ id }, { returnedAt: null });
  }

  /** Claims the intents whose check is due, each with the reason, and sets the time of the next check. */
  async claimDue(
    manager: EntityManager,
    gateway: PaymentIntent['gateway'],
    limit: number,
  ): Promise<{ id: number; reason: CheckReason }[]> {
    return rowsOf(await manager.query(CLAIM_DUE, [gateway, limit]));
  }

  /** Schedules another check, because the gateway did not answer. */
  async checkAgain(manager: EntityManager, id: number, reason: CheckReason): Promise<void> {
    await manager.query(
      `UPDATE payment_intents SET check_reason = $2,
          check_at = least(check_at, now() + CASE WHEN check_at IS NULL THEN ${CHECKED_AGAIN.last} ELSE ${CHECKED_AGAIN.soon} END)
        WHERE id = $1`,
      [id, reason],
    );
  }

  /** Lists the ids of the intents of a period, in batches by id. */
  async listMade(
    manager: EntityManager,
    { gateway, from, to }: { gateway: PaymentIntent['gateway']; from: Date; to: Date },
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<number[]> {
    const found = await manager.query<{ id: number }[]>(
      `SELECT id FROM payment_intents WHERE gateway = $1 AND created_at >= $2 AND created_at < $3 AND id > $4
        ORDER BY id LIMIT $5`,
      [gateway, from, to, afterId, limit],
    );
    return found.map(({ id }) => id);
  }

  /** Lists the latest intents first. */
  async list(
    manager: EntityManager,
    { clientId, status }: IntentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<PaymentIntent[]> {
    return manager.query<PaymentIntent[]>(
      `${INTENT}
        WHERE ($1::integer IS NULL OR i.client_id = $1) AND ($2::text IS NULL OR i.status = $2)
          AND ($3::bigint IS NULL OR i.id < $3)
        ORDER BY i.id DESC LIMIT $4`,
      [clientId ?? null, status ?? null, beforeId, limit],
    );
  }
}
