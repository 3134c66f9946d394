import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { variationText } from '../../catalog/variations/variation-keys.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { AppError } from '../../platform/http/errors.js';
import type { RuleDifference } from '../../tax/issuing/credit-rules.js';
import { OrdersAdminRepository } from '../orders/orders.admin.repository.js';
import type { DocumentDraft, ReturnedUnits } from '../../tax/documents/document-content.js';
import { IssuingService, type CreditedRefund } from '../../tax/issuing/issuing.service.js';
import type { ShippedGoods } from '../../tax/issuing/invoice-draft.js';
import type { MissingFact } from '../../tax/issuing/uninvoiced-shipment.entity.js';
import { consigneeOf } from './consignee.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import { OrderReturnsRepository } from '../returns/order-returns.repository.js';
import { closedMinorOf, inspectedUnitsOf, type StoredReturns } from '../returns/returned-units.js';
import { ShipmentsRepository } from '../shipping/shipments.repository.js';

/** Orders that are read at once. */
const PAGE = 100;

interface SentUnits {
  item: OrderItem;
  quantity: number;
}

/** A refund that is not made yet, in minor units. */
export interface PreviewedRefund {
  amountMinor: number;
  deliveryMinor: number;
  restock: readonly OrderUnits[];
}

/** Tax documents of orders. Test orders have none. */
@Injectable()
export class OrderInvoicesService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly ledger: LedgerService,
    private readonly issuing: IssuingService,
    private readonly shipments: ShipmentsRepository,
    private readonly returns: OrderReturnsRepository,
    private readonly orders: OrdersAdminRepository,
    private readonly dataSource: DataSource,
  ) {}

  /** Issues the document of a shipment of a locked order. @returns what is missing if it has none @throws AppError not_invoiceable */
  async invoice(
    manager: EntityManager,
    order: Order,
    shipmentId: number,
    sent: readonly SentUnits[],
  ): Promise<readonly MissingFact[]> {
    if (order.isTest) return [];
    const wasShipped = order.status !== 'pending';
    return this.issuing.invoice(manager, { shipmentId, ...goodsOf(order, sent) }, { wasShipped });
  }

  /** Throws unless units of an order could be invoiced now. @throws AppError not_invoiceable, documents_on_hold */
  async assertInvoiceable(
    manager: EntityManager,
    order: Order,
    units: readonly SentUnits[],
  ): Promise<void> {
    await this.issuing.assertInvoiceable(manager, goodsOf(order, units));
  }

  /**
   * Issues the document of a shipment that went without one, and the credit notes of refunds since.
   *
   * @throws AppError order_not_found, shipment_not_found, tax_profile_missing, not_invoiceable
   */
  async invoiceLater(orderNumber: string, shipmentId: number): Promise<void> {
    await this.changes.change(orderNumber, null, async (manager, order) => {
      if (!(await this.issuing.isUninvoiced(manager, orderNumber, shipmentId))) {
        throw new AppError('shipment_not_found', {
          message: `Order ${orderNumber} has no such shipment without a document.`,
        });
      }
      const items = await this.changes.listItems(manager, order.id);
      const units = await this.shipments.listShipmentUnits(manager, shipmentId);
      const sent = items.flatMap((item) => {
        const quantity = units.get(item.line);
        return quantity === undefined ? [] : [{ item, quantity }];
      });
      await this.issuing.invoiceLater(manager, { shipmentId, ...goodsOf(order, sent) });
      await this.credit(manager, order, null);
      await this.changes.listAsChanged(manager, order.id);
    });
  }

  /** Issues the missing credit notes for the refunds of a locked order after its return. */
  async credit(manager: EntityManager, order: Order, reason: string | null): Promise<void> {
    if (order.isTest) return;
    await this.issuing.credit(manager, await this.refundsOf(manager, order, reason));
  }

  /** Drafts the credit notes that a refund of a locked order would have. */
  async previewCredit(
    manager: EntityManager,
    order: Order,
    { amountMinor, deliveryMinor, restock }: PreviewedRefund,
  ): Promise<DocumentDraft[]> {
    const before = await this.refundsOf(manager, order, null, restock);
    return this.issuing.previewCredit(manager, {
      ...before,
      refundedMinor: before.refundedMinor + amountMinor,
      deliveryMinor: before.deliveryMinor + deliveryMinor,
    });
  }

  /**
   * Yields differences between credit notes that were spread over all lines (rule 1) and those of today (rule 2), some orders
   * at a time. Archived orders are left out, because their returns are not stored.
   */
  async *everyPageOfRuleDifferences(): AsyncGenerator<RuleDifference[], void> {
    const { manager } = this.dataSource;
    for (let after = ''; ;) {
      const numbers = await this.issuing.listOrdersOfFirstRule(manager, after, PAGE);
      for (const number of numbers) {
        const stored = await this.orders.find(manager, number);
        if (stored === null) continue;
        yield await this.issuing.compareRules(manager, number, returnedUnits(stored.items, stored));
      }
      if (numbers.length < PAGE) return;
      after = numbers.at(-1)!;
    }
  }

  /** Collects all refunds of an order after its return, and the returned units, including those that are about to be restocked. */
  private async refundsOf(
    manager: EntityManager,
    { id, orderNumber, refundedDeliveryMinor }: Order,
    reason: string | null,
    restock: readonly OrderUnits[] = [],
  ): Promise<CreditedRefund> {
    const items = await this.changes.listItems(manager, id);
    const stored = await this.returns.list(manager, id);
    const refunds = await this.ledger.listOrderRefunds(manager, id);
    return {
      orderNumber,
      reason,
      deliveryMinor: refundedDeliveryMinor,
      refundedMinor: refunds.reduce(
        (sum, { amountMinor }) => sum + amountMinor,
        -closedMinorOf(items),
      ),
      returned: returnedUnits(items, stored, restock),
    };
  }
}

/** Collects the inspected units of an order, including those that are about to be restocked. */
function returnedUnits(
  items: readonly OrderItem[],
  stored: StoredReturns,
  restock: readonly OrderUnits[] = [],
): ReturnedUnits[] {
  const restocked = new Map(restock.map(({ line, quantity }) => [line, quantity]));
  return items.flatMap((item) => {
    const units = inspectedUnitsOf(item, stored) + (restocked.get(item.line) ?? 0);
    const unit_price_minor = item.unitPriceMinor;
    return units === 0 ? [] : [{ order_line: item.line, units, unit_price_minor }];
  });
}

function goodsOf(order: Order, sent: readonly SentUnits[]): Omit<ShippedGoods, 'shipmentId'> {
  return {
    orderNumber: order.orderNumber,
    storeOrderId: order.storeOrderId,
    clientId: order.clientId,
    deliveryMinor: order.deliveryMinor,
    shipTo: consigneeOf(order),
    lines: sent.map(({ item, quantity }) => ({
      orderLine: item.line,
      productId: item.productId,
      sku: item.sku,
      description:
        item.variation === null ? item.name : `${item.name} (${variationText(item.variation)})`,
      units: quantity,
      unitPriceMinor: item.unitPriceMinor,
    })),
  };
}
