import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  OrderLossesService,
  type OpenLosses,
} from '../../orders/reconciliation/order-losses.service.js';
import {
  OfficeFiguresRepository,
  type OrdersToShip,
  type PlacedOrders,
  type SoldOut,
  type WaitingReturns,
} from './office-figures.repository.js';
import { OpenOrdersRepository, type OpenOrders } from './open-orders.repository.js';

export type { OpenLosses, OpenOrders, OrdersToShip, PlacedOrders, SoldOut, WaitingReturns };

/** Counts the orders of all clients for the wholesaler's staff; test orders never count. */
@Injectable()
export class OfficeFiguresService {
  constructor(
    private readonly repository: OfficeFiguresRepository,
    private readonly losses: OrderLossesService,
    private readonly open: OpenOrdersRepository,
  ) {}

  /** Counts the orders in each status in which they are not complete; bounded. */
  async countOpen(manager: EntityManager): Promise<OpenOrders[]> {
    return this.open.countByStatus(manager, null);
  }

  /** Counts the returns that wait for staff; bounded. */
  async countOpenReturns(manager: EntityManager): Promise<number> {
    return this.open.countReturns(manager);
  }

  async countToShip(manager: EntityManager): Promise<OrdersToShip> {
    return this.repository.countToShip(manager);
  }

  async countReturns(manager: EntityManager): Promise<WaitingReturns> {
    return this.repository.countReturns(manager);
  }

  /** Counts the stores that have lost orders and have not placed them again. */
  async countLosses(manager: EntityManager): Promise<OpenLosses> {
    return this.losses.countOpen(manager);
  }

  /** Finds products that are out of stock and were ordered within a week. */
  async findSoldOut(manager: EntityManager): Promise<SoldOut> {
    return this.repository.findSoldOut(manager);
  }

  /** Counts orders by the shop's day on which they were placed; days without orders are left out. */
  async countByDay(manager: EntityManager, from: Date): Promise<PlacedOrders[]> {
    return this.repository.countByDay(manager, from);
  }
}
