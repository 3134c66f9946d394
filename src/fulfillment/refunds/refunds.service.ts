import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RefundTerms } from '../../money/ledger/ledger-journal.entity.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import type { Idempotency } from '../../platform/idempotency/idempotency-context.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { toDecimalText } from '../../platform/money.js';
import type { OrderRefund } from '../../money/ledger/order-money.js';
import type { DocumentDraft } from '../../tax/documents/document-content.js';
import { nextStatus } from '../../orders/lifecycle/order-lifecycle.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import { unitProblems, type OrderUnits } from '../../orders/lifecycle/order-units.js';
import { OrderInvoicesService } from '../invoicing/order-invoices.service.js';
import { OrderReturnsRepository } from '../returns/order-returns.repository.js';
import { OrderReturnsService } from '../returns/order-returns.service.js';
import { refundProblems } from './refund-limit.js';
import { returnedUnitsOf, unitsToInspect, type StoredReturns } from '../returns/returned-units.js';
import { OrderChanges, refusedTransition } from '../../orders/lifecycle/order-changes.js';

/** Money of a returned order for the wallet. */
export interface NewRefund {
  /** Minor units; null: the rest of the payment; 0: nothing. */
  amountMinor: number | null;
  /** Part of it for the delivery charge, in minor units; null: what is left of the charge if nothing of the payment is left, else 0. */
  deliveryMinor: number | null;
  reason: string;
  /** The caller's own reference for the refund, unique for the order; null: none. */
  reference: string | null;
  /** True if no further refund of the return will follow. */
  isFinal: boolean;
  /** Units that go back into the stock. */
  restock: readonly OrderUnits[];
  /** True if the caller may inspect returns. */
  mayInspect: boolean;
}

const NOT_RESTOCKED = 'returned units that are neither back in the stock nor scrap';

/** A refund without its reference, its reason and the flag that ends it. */
export type ProposedRefund = Omit<NewRefund, 'reason' | 'reference' | 'isFinal'>;

/** Refunds returned orders. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly ledger: LedgerService,
    private readonly returns: OrderReturnsService,
    private readonly repository: OrderReturnsRepository,
    private readonly invoices: OrderInvoicesService,
  ) {}

  /**
   * Refunds a returned order to the client's wallet, completely or in parts, and puts units back into the stock. Or closes the
   * return without a further refund.
   * - the same reference again changes nothing
   *
   * @throws AppError order_not_found, transition_refused, nothing_to_refund (also after a final refund), validation_failed
   *   (more money than is left or was inspected, more units than were shipped), permission_denied (units back into the stock),
   *   reference_used (the reference is of another amount, delivery charge or units, or of a refund that was not final)
   */
  async refund(
    orderNumber: string,
    refund: NewRefund,
    key: Idempotency,
  ): Promise<{ isReplay: boolean }> {
    return this.changes.change(
      orderNumber,
      null,
      async (manager, order) => {
        const isReplay = await this.isRefunded(manager, order, refund);
        if (!isReplay) await this.refundOrder(manager, order, refund);
        return { isReplay };
      },
      key,
    );
  }

  /**
   * Drafts the credit notes that a refund would have; none if the order has no documents.
   *
   * @throws AppError order_not_found, transition_refused, nothing_to_refund, validation_failed, permission_denied
   */
  async preview(orderNumber: string, refund: ProposedRefund): Promise<DocumentDraft[]> {
    return this.changes.change(orderNumber, null, async (manager, order) => {
      const { refundedMinor: amountMinor, deliveryMinor } = await this.plan(manager, order, refund);
      const { restock } = refund;
      return this.invoices.previewCredit(manager, order, { amountMinor, deliveryMinor, restock });
    });
  }

  /** Returns true if the reference of a refund was used before. @throws AppError reference_used */
  private async isRefunded(
    manager: EntityManager,
    { id, clientId, refundFinal }: Order,
    refund: NewRefund,
  ): Promise<boolean> {
    const { reference, isFinal } = refund;
    if (reference === null) return false;
    const known = await this.ledger.findRefund(manager, id, { prefix: keyOf(''), reference });
    if (known === null) return false;
    const { refundTerms: terms, amountMinor } = known;
    const isSame = terms === null || hasTerms(refund, terms);
    if (
      !isSame ||
      known.clientId !== clientId ||
      (refund.amountMinor ?? amountMinor) !== amountMinor
    ) {
      throw new AppError('reference_used', { message: OTHER_TERMS });
    }
    if (isFinal && !refundFinal) throw new AppError('reference_used', { message: NOT_FINAL });
    return true;
  }

  private async refundOrder(
    manager: EntityManager,
    order: Order,
    refund: NewRefund,
  ): Promise<void> {
    const { reason, reference, isFinal, restock } = refund;
    const planned = await this.plan(manager, order, refund);
    const { refunds, leftMinor, refundedMinor, deliveryMinor, items } = planned;
    await this.changes.advance(manager, order, 'refund', {
      paymentStatus: refundedMinor === leftMinor ? 'refunded' : 'paid',
      details: {
        reason,
        refunded_minor: refundedMinor,
        delivery_minor: deliveryMinor,
        final: isFinal,
        restock,
      },
    });
    if (isFinal) await this.repository.closeRefund(manager, order.id);
    if (restock.length > 0) await this.returns.restock(manager, order, items, restock);
    if (refundedMinor === 0) return;
    const money = { clientId: order.clientId, orderId: order.id, amountMinor: refundedMinor };
    const key = reference === null ? `return:${refunds.length + 1}` : keyOf(reference);
    const refundTerms = termsOf(refund, deliveryMinor);
    await this.ledger.refund(manager, money, { key, note: reason, refundTerms });
    order.refundedDeliveryMinor += deliveryMinor;
    await this.repository.setRefundedDelivery(manager, order);
    await this.invoices.credit(manager, order, reason);
  }

  /** Plans what a refund of a locked order moves, and returns the order before it. @throws AppError as {@link preview} */
  private async plan(
    manager: EntityManager,
    order: Order,
    { amountMinor, deliveryMinor: given, restock, mayInspect }: ProposedRefund,
  ): Promise<{
    refunds: OrderRefund[];
    leftMinor: number;
    refundedMinor: number;
    deliveryMinor: number;
    items: OrderItem[];
  }> {
    if (nextStatus(order.status, 'refund') === null) throw refusedTransition(order, 'refund');
    if (order.refundFinal) throw refundIsFinal(order);
    if (restock.length > 0 && !mayInspect) throw restockDenied();
    const refunds = await this.ledger.listOrderRefunds(manager, order.id);
    const leftMinor = refunds.reduce((left, refund) => left - refund.amountMinor, order.totalMinor);
    if (leftMinor === 0) throw new AppError('nothing_to_refund');
    const refundedMinor = amountMinor ?? leftMinor;
    const restMinor = order.deliveryMinor - order.refundedDeliveryMinor;
    const deliveryMinor =
      given ?? (refundedMinor === leftMinor ? Math.min(restMinor, leftMinor) : 0);
    const problems = refundedMinor > leftMinor ? [tooMuch(leftMinor)] : [];
    problems.push(...deliveryProblems(order, deliveryMinor, refundedMinor));
    const items = await this.changes.listItems(manager, order.id);
    const returns = await this.repository.list(manager, order.id);
    if (amountMinor === null) problems.push(...missingAmount(items, order, returns, leftMinor));
    const leftOf = (item: OrderItem): number => unitsToInspect(item, order, returns);
    problems.push(...unitProblems(items, restock, 'restock', leftOf, NOT_RESTOCKED));
    if (problems.length === 0) {
      const planned = { amountMinor, leftMinor, restock, mayInspect };
      problems.push(...refundProblems(order, items, returns, planned));
    }
    if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
    return { refunds, leftMinor, refundedMinor, deliveryMinor, items };
  }
}

const OTHER_TERMS =
  'The refund with this reference has another amount, delivery charge or units for the stock. Repeat it as it was, or send ' +
  'another reference for another refund.';

const NOT_FINAL =
  'The refund with this reference was not final, and stays so. To end the refunds of the order, send "final": true with an ' +
  'amount of 0 and no reference.';

/** Makes the key of a refund with a reference. It differs from keys that the service makes. */
function keyOf(reference: string): string {
  return `reference:${reference}`;
}

/** Makes the terms of a refund, which a repetition must have as well. */
function termsOf({ deliveryMinor: given, restock }: NewRefund, deliveryMinor: number): RefundTerms {
  const isImplied = given === null && deliveryMinor > 0;
  return { deliveryMinor, ...(isImplied && { isDeliveryImplied: true }), restock: byLine(restock) };
}

function hasTerms({ deliveryMinor, restock }: NewRefund, terms: RefundTerms): boolean {
  const impliedMinor = terms.isDeliveryImplied === true ? terms.deliveryMinor : 0;
  return (
    (deliveryMinor ?? impliedMinor) === terms.deliveryMinor &&
    isDeepStrictEqual(terms.restock, byLine(restock))
  );
}

function byLine(units: readonly OrderUnits[]): OrderUnits[] {
  return units
    .map(({ line, quantity }) => ({ line, quantity }))
    .sort((one, other) => one.line - other.line);
}

/** Returns the problem of a complete refund after a partial return: it would also refund the delivery charge and kept units. */
function missingAmount(
  items: readonly OrderItem[],
  order: Order,
  returns: StoredReturns,
  leftMinor: number,
): FieldError[] {
  const returned = items.map((item) => ({ item, units: returnedUnitsOf(item, order, returns) }));
  if (returned.every(({ item, units }) => units === item.shippedQuantity)) return [];
  const valueMinor = returned.reduce(
    (sum, { item, units }) => sum + item.unitPriceMinor * units,
    0,
  );
  const message =
    `amount is required: only some units were returned, at ${toDecimalText(valueMinor)}; ` +
    `${toDecimalText(leftMinor)} is left of what was paid`;
  return [{ field: 'amount', code: 'required', message }];
}

/** Returns the problem of a refund whose delivery charge exceeds what is left of it, or the refund itself. */
function deliveryProblems(
  { deliveryMinor: chargeMinor, refundedDeliveryMinor }: Order,
  deliveryMinor: number,
  refundedMinor: number,
): FieldError[] {
  const mostMinor = Math.min(refundedMinor, chargeMinor - refundedDeliveryMinor);
  if (deliveryMinor <= mostMinor) return [];
  const most = toDecimalText(mostMinor);
  const message = `delivery must be at most ${most}: a part of the amount, and what is left of the delivery charge`;
  return [{ field: 'delivery', code: 'out_of_range', message }];
}

function refundIsFinal({ orderNumber }: Order): AppError {
  return new AppError('nothing_to_refund', {
    message: `The last refund of order ${orderNumber} was marked as final: nothing more of it is refunded.`,
  });
}

function restockDenied(): AppError {
  return new AppError('permission_denied', {
    message:
      'Your role does not allow to put units back into the stock: the warehouse inspects the return.',
  });
}

function tooMuch(leftMinor: number): FieldError {
  const left = toDecimalText(leftMinor);
  const message = `amount must be at most ${left}, which is left of what was paid`;
  return { field: 'amount', code: 'out_of_range', message };
}
