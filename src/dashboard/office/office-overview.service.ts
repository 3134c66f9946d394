import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Permitted } from '../../identity/signed-in-user.js';
import { SecurityService } from '../../identity/security/security.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import {
  OrderFiguresService,
  type OrdersInStatus,
} from '../../fulfillment/figures/order-figures.service.js';
import {
  OrderLossesService,
  type OpenLosses,
} from '../../orders/reconciliation/order-losses.service.js';
import { dayPeriod } from '../../platform/days/shop-days.js';
import { expiryAfter } from '../../orders/expiry/order-expiry.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { COUNTED_MAX } from '../../platform/database/bounded-count.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { dateInShop } from '../../platform/time-zone.js';
import { OPEN_WORK } from './open-work.js';
import {
  OpenWorkRepository,
  type DeliveryCounts,
  type MoneyCounts,
  type OpenWorkFigures,
} from './open-work.repository.js';

/** Orders and payments of all clients on one day; in minor units. */
export interface OfficeDay {
  /** In the shop's time zone, as `2026-11-20`. */
  date: string;
  orders: number;
  salesMinor: number;
}

/** Open work of staff, and the last days; null: this person has no permission. */
export interface OfficeOverview extends Omit<OpenWorkFigures, 'toPay'> {
  /** Unpaid orders, and when the first one expires; null: never. */
  toPay: { count: number; amountMinor: number; firstExpiresAt: Date | null } | null;
  orderLosses: OpenLosses | null;
  /** Latest use of the admin token within a day, once operators can sign in. */
  adminTokenUsedAt: Date | null;
  days: OfficeDay[] | null;
}

/** Open work of staff, for tabs and the menu. Each number is bounded; null: this person has no permission. */
export interface OfficeCounts {
  orders: OrdersInStatus[] | null;
  returns: number | null;
  deliveries: number | null;
  deliveryTabs: DeliveryCounts | null;
  money: number | null;
  moneyTabs: MoneyCounts | null;
}

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Time after the end of a day when no open transaction can still add to it. */
const SETTLED_AFTER_MS = 3_600_000;

/** Counts open tasks that the caller may see. */
@Injectable()
export class OfficeOverviewService {
  /** Figures of past days. They do not change, because orders keep their day and the ledger is append-only. */
  private closedDays: ReadonlyMap<string, OfficeDay> = new Map();

  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: OrderFiguresService,
    private readonly losses: OrderLossesService,
    private readonly ledger: LedgerService,
    private readonly security: SecurityService,
    private readonly work: OpenWorkRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads the overview from one snapshot. */
  async getOverview(may: Permitted): Promise<OfficeOverview> {
    const { orderLosses, adminTokenUsedAt } = OPEN_WORK;
    return inSnapshot(this.dataSource, async (manager) => {
      const figures = await this.work.getFigures(manager, may);
      return {
        ...figures,
        toPay: figures.toPay && this.withExpiry(figures.toPay),
        orderLosses: may(orderLosses.needs) ? await this.losses.countOpen(manager) : null,
        adminTokenUsedAt: may(adminTokenUsedAt.needs)
          ? await this.security.findAdminTokenUse(manager)
          : null,
        days: may('orders:read') ? await this.listDays(manager, new Date()) : null,
      };
    });
  }

  private withExpiry({
    oldestAtMs,
    ...unpaid
  }: NonNullable<OpenWorkFigures['toPay']>): OfficeOverview['toPay'] {
    const { unpaidOrderTtlHours: hours } = this.settings;
    const firstExpiresAt = oldestAtMs === null ? null : expiryAfter(new Date(oldestAtMs), hours);
    return { ...unpaid, firstExpiresAt };
  }

  /** Counts at most a hundred of each. */
  async count(may: Permitted): Promise<OfficeCounts> {
    const { manager } = this.dataSource;
    const deliveryTabs = may('orders:read') ? await this.work.countDeliveries(manager) : null;
    const moneyTabs = may('money:read') ? await this.work.countMoney(manager, may) : null;
    return {
      orders: may('orders:read') ? await this.orders.countOpen(null) : null,
      returns: may('orders:read') ? await this.work.countReturns(manager) : null,
      deliveries: deliveryTabs && totalOf(deliveryTabs),
      deliveryTabs,
      money: moneyTabs && totalOf(moneyTabs),
      moneyTabs,
    };
  }

  private async listDays(manager: EntityManager, now: Date): Promise<OfficeDay[]> {
    const dates = lastDates(now);
    const unknown = dates.find((date) => !this.closedDays.has(date)) ?? dates.at(-1)!;
    const { from } = dayPeriod(unknown);
    const placed = await this.orders.countByDay(manager, from);
    const sold = await this.ledger.sumSalesByDay(manager, from);
    const orders = new Map(placed.map((day) => [day.date, day.orders]));
    const sales = new Map(sold.map((day) => [day.date, day.salesMinor]));
    const days = dates.map(
      (date) =>
        this.closedDays.get(date) ?? {
          date,
          orders: orders.get(date) ?? 0,
          salesMinor: sales.get(date) ?? 0,
        },
    );
    this.keepClosed(days, now);
    return days;
  }

  private keepClosed(days: readonly OfficeDay[], now: Date): void {
    // The end of a day takes 0.1 ms to compute.
    const closed = days.filter(
      ({ date }) =>
        this.closedDays.has(date) ||
        now.getTime() - dayPeriod(date).to.getTime() > SETTLED_AFTER_MS,
    );
    this.closedDays = new Map(closed.map((day) => [day.date, day]));
  }
}

function totalOf(tabs: DeliveryCounts | MoneyCounts): number {
  const total = Object.values(tabs).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return Math.min(total, COUNTED_MAX);
}

/** Lists the last {@link DAYS} dates up to the date of a time, the oldest first. */
function lastDates(at: Date): string[] {
  const today = Date.parse(dateInShop(at));
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
