import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import type { ArchivedOrder } from './archived-order.entity.js';
import { OrderArchiveRepository } from './order-archive.repository.js';

/** Refusals of requests for orders that are archived. */
@Injectable()
export class ArchivedOrdersService {
  constructor(private readonly repository: OrderArchiveRepository) {}

  /** Returns those of the given numbers that belong to archived orders of a client. */
  async listOwn(
    manager: EntityManager,
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<Set<string>> {
    if (orderNumbers.length === 0) return new Set();
    return new Set(await this.repository.listOwn(manager, clientId, orderNumbers));
  }

  /** Finds the numbers of a client's archived orders by the ids of its store. */
  async findNumbers(
    manager: EntityManager,
    clientId: number,
    storeOrderIds: readonly string[],
  ): Promise<Map<string | null, string>> {
    const found = await this.repository.findByStoreIds(manager, clientId, storeOrderIds);
    return new Map(found.map(({ storeOrderId, orderNumber }) => [storeOrderId, orderNumber]));
  }

  /** @throws AppError order_not_found */
  async get(manager: EntityManager, orderNumber: string): Promise<ArchivedOrder> {
    const order = await this.repository.find(manager, orderNumber, null);
    if (order === null) throw new AppError('order_not_found');
    return order;
  }

  /** Finds a client's archived order by its number or its store's id. @throws AppError order_not_found */
  async getOwn(
    manager: EntityManager,
    clientId: number,
    reference: string,
  ): Promise<ArchivedOrder> {
    const order = await this.repository.find(manager, reference, clientId);
    if (order === null) throw new AppError('order_not_found');
    return order;
  }

  /**
   * Makes the refusal of a request for an order that is not stored: `order_not_found`. If the order is archived, it has its
   * number and last status.
   *
   * @param reference its number, or its store's id where `clientId` is given
   * @param clientId required owner of the order; null accepts any live order
   */
  async refusal(
    manager: EntityManager,
    reference: string,
    clientId: number | null,
  ): Promise<AppError> {
    const order = await this.repository.find(manager, reference, clientId);
    if (order === null) return new AppError('order_not_found');
    return new AppError('order_not_found', {
      message: 'The order was closed long ago and is archived.',
      details: { order_number: order.orderNumber, order_status: order.status },
    });
  }
}
