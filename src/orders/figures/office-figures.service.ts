import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  OfficeFiguresRepository,
  type OrdersToShip,
  type PlacedOrders,
  type SoldOut,
  type WaitingReturns,
} from './office-figures.repository.js';

export type { OrdersToShip, PlacedOrders, SoldOut, WaitingReturns };

/** Counts the orders of all clients for the wholesaler's staff; test orders never count. */
@Injectable()
export class OfficeFiguresService {
  constructor(private readonly repository: OfficeFiguresRepository) {}

  async countToShip(manager: EntityManager): Promise<OrdersToShip> {
    return this.repository.countToShip(manager);
  }

  async countReturns(manager: EntityManager): Promise<WaitingReturns> {
    return this.repository.countReturns(manager);
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
