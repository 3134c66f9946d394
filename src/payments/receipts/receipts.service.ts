import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { LedgerService, type NewReceipt } from '../../ledger/ledger.service.js';
import { RECEIPT_REFERENCE_UNIQUE, type Receipt } from '../../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../orders/fulfillment/order-lifecycle.service.js';
import type { Order } from '../../orders/order.entity.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import {
  everyPageFromLatest,
  toPage,
  type NewestFirst,
  type Page,
} from '../../platform/http/paging/page.js';
import { toDecimalText } from '../../platform/money.js';
import { ReceiptsRepository, type ReceiptFilter, type ReceiptRow } from './receipts.repository.js';

/** Incoming money, and the orders to pay with it. */
export interface RecordedReceipt extends Pick<NewReceipt, 'source' | 'amountMinor' | 'receivedAt'> {
  clientId: number;
  reference: string;
  orderNumbers: readonly string[];
  /** The method in the client's words, such as `upi`; default: the source. */
  method?: string;
}

/** A receipt; `isReplay` if an earlier call recorded it. */
export interface ReceiptOutcome {
  receipt: ReceiptRow;
  isReplay: boolean;
}

/** Receipts: money that came from clients. */
@Injectable()
export class ReceiptsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly orders: OrderLifecycleService,
    private readonly repository: ReceiptsRepository,
  ) {}

  /**
   * Records incoming money. It pays the orders in full, in the given order, until one costs more than is left; orders that
   * cannot be paid are skipped. The rest stays in the wallet. The same source and reference again returns the first receipt.
   *
   * @throws AppError validation_failed (unknown client or order), payment_recorded (the reference is of another
   *   client or amount)
   */
  async record(receipt: RecordedReceipt): Promise<ReceiptOutcome> {
    return inTransaction(this.dataSource, (manager) => this.recordWithin(manager, receipt), {
      retryOnUnique: RECEIPT_REFERENCE_UNIQUE,
    });
  }

  /**
   * Records incoming money in the caller's transaction, which must not hold locks on orders, stock or wallets other than
   * those that this method takes first.
   *
   * @throws as record; QueryFailedError of RECEIPT_REFERENCE_UNIQUE when another transaction records the same reference
   */
  async recordWithin(manager: EntityManager, receipt: RecordedReceipt): Promise<ReceiptOutcome> {
    const known = await this.ledger.findReceipt(manager, receipt);
    const id = known === null ? await this.receive(manager, receipt) : sameReceipt(known, receipt);
    return { receipt: await this.repository.get(manager, id), isReplay: known !== null };
  }

  /**
   * Reverses a receipt that was recorded by mistake, or whose money did not arrive after all. Its amount is taken from the
   * wallet; the orders that it paid stay paid.
   *
   * @throws AppError receipt_not_found, insufficient_balance
   */
  async reverse(id: number, reason: string): Promise<ReceiptRow> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.ledger.reverseReceipt(manager, id, reason);
      return this.repository.get(manager, id);
    });
  }

  /** Returns the latest receipts first. */
  async list(
    filter: Omit<ReceiptFilter, 'id'>,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<ReceiptRow>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, filter, range), limit);
  }

  /** Returns all pages of the same list. */
  everyPage(filter: Omit<ReceiptFilter, 'id'>): AsyncGenerator<ReceiptRow[], void> {
    return everyPageFromLatest((range) => this.list(filter, range));
  }

  /** Returns the id of the new receipt. */
  private async receive(manager: EntityManager, receipt: RecordedReceipt): Promise<number> {
    const { clientId, amountMinor, source, reference, receivedAt, orderNumbers } = receipt;
    const { method = source } = receipt;
    await this.assertClient(manager, clientId);
    const payable = await this.reserveOrders(manager, receipt);
    const money = { clientId, amountMinor, source, method, reference, receivedAt };
    const received = await this.ledger.receive(manager, { ...money, orderId: null });
    const { receiptId } = received;
    let { balanceMinor } = received;
    for (const order of payable) {
      ({ balanceMinor } = await this.orders.settle(manager, order, { receiptId }));
    }
    const creditedMinor =
      amountMinor - payable.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
    const paid = payable.map(({ orderNumber }) => orderNumber);
    await this.audit.record(manager, {
      action: 'receipt.recorded',
      subject: `client ${clientId}`,
      after: { receiptId, source, reference, amountMinor, orders: orderNumbers, paid },
    });
    if (creditedMinor > 0) {
      await this.ledger.auditWallet(manager, clientId, creditedMinor, { balanceMinor }, 'receipt');
    }
    return receiptId;
  }

  private async assertClient(manager: EntityManager, clientId: number): Promise<void> {
    try {
      await this.clients.getClient(manager, clientId);
    } catch (error) {
      throw error instanceof AppError ? unknownClient() : error;
    }
  }

  /** Locks the orders that the money pays, reserves their stock, and returns them. */
  private async reserveOrders(
    manager: EntityManager,
    { clientId, amountMinor, orderNumbers }: RecordedReceipt,
  ): Promise<Order[]> {
    if (orderNumbers.length === 0) return [];
    const locked = await this.orders.lockForPayment(manager, orderNumbers);
    const orders = orderNumbers.map((number) => locked.get(number));
    const problems = orders.flatMap((order, index) =>
      order?.clientId === clientId ? [] : [unknownOrder(index)],
    );
    if (problems.length > 0) throw new AppError('validation_failed', { fields: problems });
    const payable: Order[] = [];
    let leftMinor = amountMinor;
    for (const order of orders) {
      if (order === undefined || order.totalMinor > leftMinor) break;
      if (!(await this.orders.reserveForPayment(manager, order))) continue;
      payable.push(order);
      leftMinor -= order.totalMinor;
    }
    return payable;
  }
}

/** @throws AppError payment_recorded */
function sameReceipt(known: Receipt, { clientId, amountMinor }: RecordedReceipt): number {
  if (known.clientId === clientId && known.amountMinor === amountMinor) return known.id;
  const amount = toDecimalText(known.amountMinor);
  throw new AppError('payment_recorded', {
    message: `This reference of the source ${known.source} is already that of receipt ${known.id}: ${amount} of client ${known.clientId}.`,
    details: { receipt_id: known.id },
  });
}

function unknownClient(): AppError {
  const message = 'client_id is not the id of a client';
  return new AppError('validation_failed', {
    fields: [{ field: 'client_id', code: 'unknown_client', message }],
  });
}

function unknownOrder(index: number): FieldError {
  const field = `orders.${index}`;
  return { field, code: 'unknown_order', message: `${field} is not an order of the client` };
}
