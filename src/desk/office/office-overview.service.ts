import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Permitted } from '../../people/signed-in-user.js';
import { SecurityService } from '../../people/security/security.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import {
  OfficeFiguresService,
  type OpenLosses,
  type OpenOrders,
  type OrdersToShip,
  type SoldOut,
  type WaitingReturns,
} from '../../fulfillment/figures/office-figures.service.js';
import {
  MoneyFiguresService,
  type MoneyFigures,
} from '../../money/reports/figures/money-figures.service.js';
import { dayPeriod, monthPeriod } from '../../platform/days/shop-days.js';
import { PlansService } from '../../plans/plans.service.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { dateInShop } from '../../platform/time-zone.js';

/** Orders and payments of all clients on one day; in minor units. */
export interface OfficeDay {
  /** In the shop's time zone, as `2026-11-20`. */
  date: string;
  orders: number;
  salesMinor: number;
}

/** Open tasks of the wholesaler's staff; null: this person has no permission. */
export interface OfficeOverview {
  toShip: OrdersToShip | null;
  returns: WaitingReturns | null;
  losses: OpenLosses | null;
  soldOut: SoldOut | null;
  money: MoneyFigures | null;
  subscriptions: { count: number; endedCount: number } | null;
  failingMails: number | null;
  /** Latest use of the admin token within a day, once operators can sign in. */
  adminTokenUsedAt: Date | null;
  days: OfficeDay[] | null;
}

/** Open work of staff, for tabs and the menu; each number is bounded; null: this person has no permission. */
export interface OfficeCounts {
  orders: OpenOrders[] | null;
  returns: number | null;
  money: number | null;
}

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Time after the end of a day when no open transaction can still add to it. */
const SETTLED_AFTER_MS = 3_600_000;

/** Counts open tasks. Tasks that the caller may not see are not counted. */
@Injectable()
export class OfficeOverviewService {
  /** Figures of past days. They do not change, because orders keep their day and the ledger is append-only. */
  private readonly closedDays = new Map<string, OfficeDay>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: OfficeFiguresService,
    private readonly money: MoneyFiguresService,
    private readonly ledger: LedgerService,
    private readonly plans: PlansService,
    private readonly mails: MailService,
    private readonly security: SecurityService,
  ) {}

  /** Reads the overview as of one moment. */
  async getOverview(may: Permitted): Promise<OfficeOverview> {
    const now = new Date();
    const month = monthPeriod(dateInShop(now).slice(0, 7));
    return inSnapshot(this.dataSource, async (manager) => ({
      toShip: may('orders:read') ? await this.orders.countToShip(manager) : null,
      returns: may('orders:read') ? await this.orders.countReturns(manager) : null,
      losses: may('orders:read') ? await this.orders.countLosses(manager) : null,
      soldOut: may('stock:read') ? await this.orders.findSoldOut(manager) : null,
      money: may('money:read') ? await this.money.getFigures(manager) : null,
      subscriptions: may('clients:read')
        ? await this.plans.countEnding(manager, month.from, month.to)
        : null,
      failingMails: may('users:read') ? await this.mails.countFailing(manager) : null,
      adminTokenUsedAt: may('users:read') ? await this.security.findAdminTokenUse(manager) : null,
      days: may('orders:read') ? await this.listDays(manager, now) : null,
    }));
  }

  /** Counts at most a hundred of each. */
  async count(may: Permitted): Promise<OfficeCounts> {
    const { manager } = this.dataSource;
    return {
      orders: may('orders:read') ? await this.orders.countOpen(manager) : null,
      returns: may('orders:read') ? await this.orders.countOpenReturns(manager) : null,
      money: may('money:read') ? await this.money.countWaiting(manager) : null,
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
    this.closedDays.clear();
    for (const day of days) {
      const { to } = dayPeriod(day.date);
      if (now.getTime() - to.getTime() > SETTLED_AFTER_MS) this.closedDays.set(day.date, day);
    }
  }
}

/** Lists the last {@link DAYS} dates up to that of a time, the oldest first. */
function lastDates(at: Date): string[] {
  const today = Date.parse(dateInShop(at));
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
