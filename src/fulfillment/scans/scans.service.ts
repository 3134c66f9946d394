import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { articleCodes } from '../../catalog/article-codes.js';
import { CatalogService } from '../../catalog/catalog.service.js';
import type { Article } from '../../catalog/product-record.js';
import { UsersService } from '../../identity/users/users.service.js';
import { isIn, ORDER_EVENTS } from '../../orders/lifecycle/order-lifecycle.js';
import { personIdOf } from '../../platform/audit/actor.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { BookingsToPackPort, type ScannedBooking } from '../pick-list/bookings-to-pack.port.js';
import { PickListService, type OrderToPick } from '../pick-list/pick-list.service.js';
import { ScansRepository, type FOUND_BY, type FoundOrder } from './scans.repository.js';
import { isPartOfNumber, similarNumbers } from './similar-numbers.js';

export interface Scan {
  foundBy: (typeof FOUND_BY)[number] | 'awb' | 'article' | null;
  orders: readonly FoundOrder[];
  /** The order to ship; null if not exactly one is named, or nothing of it is left. */
  toShip: OrderToPick | null;
  /** Person who sent the last shipment of the only order; null: a script, or a person who was removed. */
  shippedBy: string | null;
  article: Article | null;
  /** The booking whose AWB was scanned. */
  booking: ScannedBooking | null;
}

const SHIPPINGS: readonly string[] = [
  ORDER_EVENTS.shipRest.auditAction,
  ORDER_EVENTS.shipPart.auditAction,
];
/** Later entries of an order than its last shipment: deliveries, returns, corrections. */
const ENTRIES_MAX = 50;

const NOTHING: Scan = {
  foundBy: null,
  orders: [],
  toShip: null,
  shippedBy: null,
  article: null,
  booking: null,
};

/** Tells what a scanned or typed text is: an order, a tracking number or an article. */
@Injectable()
export class ScansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly catalog: CatalogService,
    private readonly pickList: PickListService,
    private readonly users: UsersService,
    private readonly repository: ScansRepository,
    private readonly bookings: BookingsToPackPort,
  ) {}

  async read(text: string): Promise<Scan> {
    const { manager } = this.dataSource;
    // Scanners may insert blanks, and Caps Lock turns the case around.
    const number = text.replaceAll(/\s/g, '').toUpperCase();
    const texts = [text, text.toUpperCase(), text.toLowerCase()];
    const booking = await this.bookings.findByAwb(manager, texts);
    if (booking !== null) {
      const scan = await this.read(booking.orderNumber);
      return { ...scan, foundBy: 'awb', toShip: booking.isOld ? null : scan.toShip, booking };
    }
    const part = isPartOfNumber(number) ? number : null;
    const similar = similarNumbers(number);
    const orders = await this.repository.findOrders(manager, number, texts, part, similar);
    const [first] = orders;
    if (first === undefined || first.foundBy === 'part' || first.foundBy === 'similar') {
      const article = await this.catalog.findArticle(manager, [...texts, ...articleCodes(text)]);
      if (article !== null) return { ...NOTHING, foundBy: 'article', article };
    }
    if (first === undefined) return NOTHING;
    const { foundBy } = first;
    if (foundBy === 'similar' || orders.length > 1) return { ...NOTHING, foundBy, orders };
    const toShip = foundBy === 'tracking_number' ? null : await this.findToShip(first);
    return { ...NOTHING, foundBy, orders, toShip, shippedBy: await this.findShipper(first) };
  }

  private async findToShip({ orderNumber, status }: FoundOrder): Promise<OrderToPick | null> {
    if (!isIn('shippable', status)) return null;
    const first = { after: null, isNewestFirst: false, limit: 1 };
    return (await this.pickList.list(first, [orderNumber])).rows[0] ?? null;
  }

  private async findShipper({ orderNumber, shippedAt }: FoundOrder): Promise<string | null> {
    if (shippedAt === null) return null;
    const page = { after: null, isNewestFirst: true, limit: ENTRIES_MAX };
    const { rows } = await this.audit.list({ subject: `order ${orderNumber}` }, page);
    const entry = rows.find(({ action }) => SHIPPINGS.includes(action));
    const id = entry === undefined ? null : personIdOf(entry.actor);
    if (id === null) return null;
    const colleagues = await this.users.listColleagues(this.dataSource.manager, 'orders:read');
    return colleagues.find((colleague) => colleague.id === id)?.name ?? null;
  }
}
