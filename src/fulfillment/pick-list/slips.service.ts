import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { itemText } from '../../catalog/variations/variation-keys.js';
import { taxPartyOf } from '../../clients/tax-party.js';
import { ClientsService } from '../../clients/clients.service.js';
import { BrandService } from '../../identity/brand/brand.service.js';
import type { Paper } from '../../identity/brand/papers.js';
import { ORDER_TEXTS, ORDER_TEXT_NAMES } from '../../orders/order-texts.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import { LIMITS } from '../../platform/config/limits.js';
import { dayText, plural } from '../../platform/figures.js';
import { AppError } from '../../platform/http/errors.js';
import { dateInShop, TIME_ZONE, TIME_ZONE_LABEL } from '../../platform/time-zone.js';
import { addressLines } from '../../platform/gst/address-lines.js';
import type { PickPart } from '../../tax/rendering/slips/pick-sheet-pdf.js';
import type { Slip } from '../../tax/rendering/slips/slips-pdf.js';
import { consigneeOf } from '../invoicing/consignee.js';
import { type LineToPick, type OrderToPick, PickListService } from './pick-list.service.js';
import { articlesOf, linesByShelf, unitsOf } from './picking.js';

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, timeStyle: 'short' });

/** A box with units of an order. */
interface Box {
  orderNumber: string;
  units: readonly OrderUnits[];
}

/** Papers of orders with units left to ship. */
@Injectable()
export class SlipsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly brand: BrandService,
    private readonly clients: ClientsService,
    private readonly pickList: PickListService,
  ) {}

  /** Makes the packing slips of orders. @param paper undefined: the last one @throws AppError order_not_found */
  async slips(numbers: readonly string[], paper?: Paper): Promise<Buffer> {
    const orders = await this.listOrders(numbers);
    const theme = await this.brand.getTheme();
    const addresses = await this.findAddresses(orders);
    const slips = orders.map((order) => slipOf(order, addresses.get(order.clientId) ?? []));
    // Loaded at the first print, as documents are.
    const { slipsPdf } = await import('../../tax/rendering/slips/slips-pdf.js');
    return slipsPdf(slips, theme, paper ?? theme.slipPaper);
  }

  /** Makes the slips of boxes, each with some units of its order. Null: units of it are not left to ship. */
  async listSlips(boxes: readonly Box[]): Promise<(Slip | null)[]> {
    const found = await this.findOrders([...new Set(boxes.map(({ orderNumber }) => orderNumber))]);
    const addresses = await this.findAddresses([...found.values()]);
    return boxes.map(({ orderNumber, units }) => {
      const order = found.get(orderNumber);
      const lines = linesIn(order?.lines ?? [], units);
      if (order === undefined || lines.length === 0) return null;
      return slipOf({ ...order, lines }, addresses.get(order.clientId) ?? []);
    });
  }

  /** Makes the pick list of orders. @throws AppError order_not_found */
  async pickSheet(numbers: readonly string[], by: 'order' | 'shelf'): Promise<Buffer> {
    const orders = await this.listOrders(numbers);
    const units = unitsOf(orders.flatMap(({ lines }) => lines));
    const { pickSheetPdf } = await import('../../tax/rendering/slips/pick-sheet-pdf.js');
    return pickSheetPdf({
      title: by === 'order' ? 'Pick list by order' : 'Pick list by shelf',
      summary: `${plural(orders.length, 'order')}, ${plural(units, 'unit')} · ${now()}`,
      parts: by === 'order' ? orders.map(partOf) : [shelfPart(orders)],
    });
  }

  private async findOrders(numbers: readonly string[]): Promise<Map<string, OrderToPick>> {
    const page = { after: null, isNewestFirst: false, limit: LIMITS.pickedOrders };
    const { rows } = await this.pickList.list(page, numbers);
    return new Map(rows.map((order) => [order.orderNumber, order]));
  }

  /** @throws AppError order_not_found */
  private async listOrders(numbers: readonly string[]): Promise<OrderToPick[]> {
    const found = await this.findOrders(numbers);
    if (found.size === 0) {
      throw new AppError('order_not_found', {
        message: 'None of these orders has anything left to ship.',
      });
    }
    return numbers.flatMap((number) => found.get(number) ?? []);
  }

  private async findAddresses(
    orders: readonly OrderToPick[],
  ): Promise<ReadonlyMap<number, string[]>> {
    const ids = [...new Set(orders.map(({ clientId }) => clientId))];
    const clients = await this.clients.findClients(this.dataSource.manager, ids);
    return new Map(
      clients.map((client) => {
        const { billing } = taxPartyOf(client);
        return [client.id, billing === null ? [] : addressLines(billing)];
      }),
    );
  }
}

function slipOf(order: OrderToPick, address: readonly string[]): Slip {
  const { orderNumber, storeOrderId, status, createdAt } = order;
  return {
    orderNumber,
    client: { name: order.clientName, address },
    consignee: { ...consigneeOf(order), phone: order.customerPhone },
    facts: [
      `Placed ${dayText(dateInShop(createdAt))}`,
      ...(storeOrderId === null ? [] : [`Your order ${storeOrderId}`]),
      ...(isIn('closable', status) ? ['The rest of a part delivery'] : []),
    ],
    lines: linesByShelf(order.lines).map((line) => ({
      sku: line.sku,
      item: itemText(line),
      units: line.quantity,
    })),
    notes: ORDER_TEXT_NAMES.flatMap((name) => {
      const text = order[name];
      return text === null ? [] : [`${ORDER_TEXTS[name].label}: ${text}`];
    }),
  };
}

/** Picks the units of a box, as far as they are left to ship. */
function linesIn(lines: readonly LineToPick[], units: readonly OrderUnits[]): LineToPick[] {
  const quantities = new Map(units.map(({ line, quantity }) => [line, quantity]));
  return lines.flatMap((each) => {
    const quantity = Math.min(quantities.get(each.line) ?? 0, each.quantity);
    return quantity === 0 ? [] : [{ ...each, quantity }];
  });
}

function partOf({ orderNumber, clientName, city, lines }: OrderToPick): PickPart {
  return {
    order: { number: orderNumber, label: `${clientName} · ${city}` },
    lines: linesByShelf(lines).map(({ shelf, sku, name, variationKey, quantity }) => ({
      shelf,
      sku,
      units: quantity,
      item: itemText({ name, variation: variationKey }),
    })),
  };
}

/** Makes the units of all orders along the shelves. */
function shelfPart(orders: readonly OrderToPick[]): PickPart {
  const lines = orders.flatMap((order) => order.lines);
  const articles = articlesOf(lines, ({ variationKey }) => variationKey);
  return {
    order: null,
    lines: articles.map(({ shelf, sku, name, variation, quantity }) => ({
      shelf,
      sku,
      units: quantity,
      item: variation === null ? name : `${name}, ${variation}`,
    })),
  };
}

function now(): string {
  const at = new Date();
  return `${dayText(dateInShop(at))}, ${timeOfDay.format(at)} ${TIME_ZONE_LABEL}`;
}
