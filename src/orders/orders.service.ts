import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../catalog/catalog.service.js';
import { SETTINGS, type Settings } from '../config/settings.js';
import { inTransaction } from '../database/transaction.js';
import type { Caller } from '../http/caller.js';
import { AppError } from '../http/errors.js';
import type { StockQuantity } from '../stock/stock-key.js';
import { StockService, type Shortage } from '../stock/stock.service.js';
import { orderAmounts, type OrderAmounts } from './amounts.js';
import { newOrderNumber } from './order-number.js';
import {
  judgeItems,
  repetitionHash,
  requestHash,
  shortageError,
  type ItemProblem,
  type OrderLine,
  type OrderRequest,
} from './order-request.js';
import { ORDER_NUMBER_UNIQUE } from './order.entity.js';
import { OrdersRepository, type OrderRow } from './orders.repository.js';

/** An order that was just placed; amounts in minor units. */
export interface PlacedOrder extends OrderAmounts {
  orderNumber: string;
  itemsCount: number;
  /** Whether an earlier request with the same idempotency key placed it. */
  isReplay: boolean;
}

@Injectable()
export class OrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly catalog: CatalogService,
    private readonly stock: StockService,
    private readonly repository: OrdersRepository,
  ) {}

  /**
   * Places an order at the caller's prices and reserves its stock: all of it in one transaction, or
   * nothing. A request with the idempotency key of an earlier one is answered as that was.
   *
   * @throws AppError idempotency_mismatch, duplicate_order (they win over the others), or a 422 with
   *   every item at fault
   */
  async placeOrder(
    caller: Caller,
    request: OrderRequest,
    idempotencyKey: string | null = null,
  ): Promise<PlacedOrder> {
    return inTransaction(
      this.dataSource,
      async (manager) => {
        const orderNumber = newOrderNumber();
        if (idempotencyKey !== null) {
          const claim = { clientId: caller.clientId, key: idempotencyKey, orderNumber };
          const earlier = await this.findEarlier(manager, claim, request);
          if (earlier !== null) return earlier;
        }
        return this.placeNew(manager, caller, request, orderNumber);
      },
      { redrawOn: ORDER_NUMBER_UNIQUE },
    );
  }

  /**
   * The client's own order by order number or store order id.
   *
   * @throws AppError order_not_found, also for another client's order
   */
  async getStatus(clientId: number, reference: string): Promise<OrderRow> {
    const order = await this.repository.findStatus(this.dataSource.manager, clientId, reference);
    if (order === null) throw new AppError('order_not_found');
    return order;
  }

  /** Forgets the idempotency keys that are no longer kept. */
  async forgetOldKeys(): Promise<void> {
    await this.repository.deleteOldKeys(this.dataSource.manager);
  }

  private async placeNew(
    manager: EntityManager,
    caller: Caller,
    request: OrderRequest,
    orderNumber: string,
  ): Promise<PlacedOrder> {
    const lines = await this.judge(manager, caller, request);
    const amounts = orderAmounts(lines, this.settings.deliveryPolicy);
    const orderId = await this.repository.insertOrder(manager, {
      orderNumber,
      clientId: caller.clientId,
      planId: caller.planId,
      request,
      requestHash: requestHash(request),
      currency: this.settings.currency,
      amounts,
    });
    if (orderId === null) {
      throw (await this.duplicate(manager, caller, request)) ?? new Error('duplicate vanished');
    }
    const shortages = await this.stock.reserve(manager, lines.map(stockQuantity));
    if (shortages.length > 0) throw refusal(shortageErrors(lines, shortages));
    await this.repository.insertItems(manager, orderId, lines);
    await this.repository.insertStatusChange(manager, orderId, 'awaiting_payment');
    return { orderNumber, itemsCount: lines.length, ...amounts, isReplay: false };
  }

  /** The order that the key made before; null: the key is claimed for a new one. */
  private async findEarlier(
    manager: EntityManager,
    claim: { clientId: number; key: string; orderNumber: string },
    request: OrderRequest,
  ): Promise<PlacedOrder | null> {
    const hash = repetitionHash(request);
    const earlier = await this.repository.claimKey(manager, { ...claim, requestHash: hash });
    if (earlier === null) return null;
    if (!earlier.requestHash.equals(hash)) throw new AppError('idempotency_mismatch');
    const { orderNumber } = earlier;
    const order = await this.repository.findPlaced(manager, claim.clientId, orderNumber);
    if (order === null) throw new Error('the order of a key is missing');
    const { itemsCount, subtotalMinor, deliveryMinor, totalMinor } = order;
    return { orderNumber, itemsCount, subtotalMinor, deliveryMinor, totalMinor, isReplay: true };
  }

  private async judge(
    manager: EntityManager,
    caller: Caller,
    request: OrderRequest,
  ): Promise<OrderLine[]> {
    const skus = [...new Set(request.items.map(({ sku }) => sku))];
    const judged = judgeItems(
      request.items,
      await this.catalog.findProducts(caller.planId, skus, manager),
    );
    if ('lines' in judged) return judged.lines;
    throw (await this.duplicate(manager, caller, request)) ?? refusal(judged.problems);
  }

  /** The refusal of a request whose store order id is taken; null where it isn't. */
  private async duplicate(
    manager: EntityManager,
    { clientId }: Caller,
    request: OrderRequest,
  ): Promise<AppError | null> {
    if (request.storeOrderId === null) return null;
    const existing = await this.repository.findByStoreOrderId(
      manager,
      clientId,
      request.storeOrderId,
    );
    if (existing === null) return null;
    return new AppError('duplicate_order', {
      details: {
        order_number: existing.orderNumber,
        order_status: existing.status,
        same_request: existing.requestHash.equals(requestHash(request)),
      },
    });
  }
}

function stockQuantity({ productId, variationKey, quantity }: OrderLine): StockQuantity {
  return { productId, variationKey: variationKey ?? '', quantity };
}

function shortageErrors(
  lines: readonly OrderLine[],
  shortages: readonly Shortage[],
): ItemProblem[] {
  return lines.flatMap((line, index) =>
    shortages
      .filter(
        ({ productId, variationKey }) =>
          productId === line.productId && variationKey === (line.variationKey ?? ''),
      )
      .map(({ requested, available }) => shortageError(index, requested, available)),
  );
}

/** A 422 for items: under their common code where they have one. */
function refusal(problems: readonly ItemProblem[]): AppError {
  const [code, ...others] = new Set(problems.map((problem) => problem.code));
  const isOneKind = code !== undefined && others.length === 0;
  return new AppError(isOneKind ? code : 'validation_failed', { fields: problems });
}
