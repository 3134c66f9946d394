import { ORDER_TEXT_NAMES } from '../order-texts.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InvalidBodyInterceptor } from '../../platform/http/invalid-body.interceptor.js';
import type { AppError } from '../../platform/http/errors.js';
import { textOf } from '../../platform/http/input/fields.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import type { Caller } from '../../auth/caller.js';
import { OrdersRepository } from '../orders.repository.js';
import { differencesOf } from './order-differences.js';
import { OrderValidator } from './order-validator.js';
import { knownOrderDetails, type KnownOrder } from './placement.js';
import { PlacementRepository } from './placement.repository.js';
import type { ItemProblem } from './request/order-request.js';
import { readablePart } from './request/readable-part.js';

/**
 * Interceptor that completes the 422 of an invalid body, the only one that costs statements. It adds:
 * - the problems of the valid fields
 * - the order that an earlier request placed with this store_order_id or Idempotency-Key; without its number, the order would
 *   look refused
 */
@Injectable()
export class RefusedQuoteInterceptor extends InvalidBodyInterceptor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly placements: PlacementRepository,
    protected readonly validator: OrderValidator,
    protected readonly orders: OrdersRepository,
  ) {
    super();
  }

  async complete(thrown: AppError, request: TrackedRequest): Promise<AppError> {
    const { caller: known, body, headers } = request;
    const caller = known!;
    const refused = new Set(thrown.fields.map(({ field }) => field));
    const refusal = thrown.withFields(this.problemsOfRest(caller, body, refused));
    const { store_order_id: id } = (body ?? {}) as { store_order_id?: unknown };
    const storeOrderId = textOf(typeof id === 'string' ? id.trim() : id, LIMITS.storeOrderIdLength);
    const idempotencyKey = textOf(headers['idempotency-key'], LIMITS.idempotencyKeyLength);
    if (storeOrderId === null && idempotencyKey === null) return refusal;
    const { manager } = this.dataSource;
    const placedBy = { storeOrderId, idempotencyKey };
    const placed = await this.placements.findPlaced(manager, caller.clientId, placedBy);
    if (placed === null) return refusal;
    return refusal.withDetails(await this.detailsOf(placed, { caller, body, refused }));
  }

  /** Makes the details about the order that exists. */
  protected detailsOf(order: KnownOrder, _request: RefusedBody): Promise<Record<string, unknown>> {
    return Promise.resolve(knownOrderDetails(order));
  }

  /** Lists the problems of the fields that a refusal does not name. */
  private problemsOfRest(
    caller: Caller,
    body: unknown,
    refused: ReadonlySet<string>,
  ): ItemProblem[] {
    const { items } = this.validator.validate(caller, readablePart(body, refused));
    return 'problems' in items ? items.problems.filter(({ field }) => !refused.has(field)) : [];
  }
}

/**
 * The same for an order, whose body is complete: it also says where the body differs from the order that exists. Not by the name
 * `differs`, on which stores act: they cancel an order whose items differ, which they must not for an invalid body.
 */
@Injectable()
export class RefusedOrderInterceptor extends RefusedQuoteInterceptor {
  protected override async detailsOf(
    order: KnownOrder,
    { caller, body, refused }: RefusedBody,
  ): Promise<Record<string, unknown>> {
    const content = await this.orders.findContent(caller.clientId, order.orderNumber);
    const details = knownOrderDetails(order);
    if (content === null) return { ...details, edited_fields: null };
    const request = readablePart(body, refused);
    const meant = this.validator.inSkusAndKeys(caller, request.items);
    // A refused field that may be left out reads as if it had been.
    const optional = OPTIONAL_FIELDS.filter((field) => refused.has(field));
    return {
      ...details,
      edited_fields: [...new Set([...differencesOf(request, content, meant), ...optional])],
    };
  }
}

const OPTIONAL_FIELDS = ['customer.email', 'shipping.country', ...ORDER_TEXT_NAMES];

interface RefusedBody {
  caller: Caller;
  body: unknown;
  /** Paths of its invalid fields. */
  refused: ReadonlySet<string>;
}
