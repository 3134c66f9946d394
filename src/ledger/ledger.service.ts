import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { AppError } from '../platform/http/errors.js';
import { toMajorUnits } from '../platform/money.js';
import {
  LedgerRepository,
  type DaySales,
  type NewJournal,
  type PostedJournal,
} from './ledger.repository.js';
import type { OrderPayment, OrderRefund } from './order-money.js';
import type { Receipt } from './receipt.entity.js';

/** Received money, in minor units. */
export interface NewReceipt extends Pick<
  Receipt,
  'clientId' | 'source' | 'method' | 'reference' | 'amountMinor'
> {
  /** Time of receipt; null means now. */
  receivedAt: Date | null;
  /** The order that the money was sent for, if known. */
  orderId: number | null;
}

/** Money of an order, in minor units. */
export interface OrderMoney {
  clientId: number;
  orderId: number;
  amountMinor: number;
}

/** Payment of an order from the wallet. */
export interface Settlement extends OrderMoney {
  /** The receipt that just added the money; null: an earlier balance. */
  receiptId: number | null;
  /** Minimum balance that must remain in the wallet. */
  keepMinor?: number;
  note?: string | null;
}

/** Money that was paid out, in minor units. */
export interface NewPayout {
  clientId: number;
  amountMinor: number;
  /** Id of the payment at the wholesaler's bank. */
  reference: string;
  note: string | null;
}

/** A correction of a wallet, in minor units. */
export interface ApprovedAdjustment {
  adjustmentId: number;
  clientId: number;
  amountMinor: number;
  note: string;
}

/**
 * Records money. Every method works in the caller's transaction, which has already locked the order and the stock:
 * wallets are locked last.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly audit: AuditService,
    private readonly repository: LedgerRepository,
  ) {}

  /**
   * Records received money and adds it to the client's wallet.
   *
   * @throws QueryFailedError of RECEIPT_REFERENCE_UNIQUE when another transaction records the same reference
   */
  async receive(
    manager: EntityManager,
    { orderId, ...receipt }: NewReceipt,
  ): Promise<PostedJournal & { receiptId: number }> {
    const receiptId = await this.repository.insertReceipt(manager, receipt);
    const posted = await this.credit(manager, {
      kind: 'receipt',
      key: `receipt:${receiptId}`,
      clientId: receipt.clientId,
      amountMinor: receipt.amountMinor,
      account: receipt.source === 'gateway' ? 'gateway' : 'bank',
      orderId,
      receiptId,
    });
    return { ...posted, receiptId };
  }

  /**
   * Pays an order from the wallet.
   *
   * @throws AppError insufficient_balance
   */
  async settle(
    manager: EntityManager,
    { clientId, orderId, amountMinor, receiptId, keepMinor = 0, note = null }: Settlement,
  ): Promise<PostedJournal> {
    const posted = await this.debit(manager, {
      kind: 'settle',
      key: `settle:${orderId}`,
      ...{ clientId, amountMinor, account: 'sales', orderId, receiptId, keepMinor, note },
    });
    // Money that a receipt has just added leaves the balance as it was before the receipt.
    if (receiptId === null)
      await this.auditWallet(manager, clientId, -amountMinor, posted, 'payment');
    return posted;
  }

  /** Returns money of an order to the wallet. @param key distinguishes the refunds of one order */
  async refund(
    manager: EntityManager,
    { clientId, orderId, amountMinor }: OrderMoney,
    { key, note }: { key: string; note: string | null },
  ): Promise<PostedJournal> {
    const posted = await this.credit(manager, {
      kind: 'refund',
      key: `refund:${orderId}:${key}`,
      ...{ clientId, amountMinor, account: 'sales', orderId, note },
    });
    await this.auditWallet(manager, clientId, amountMinor, posted, 'refund');
    return posted;
  }

  /**
   * Records money that the bank paid out to the client. The same reference again returns the first payout.
   *
   * @throws AppError insufficient_balance, payout_recorded (the reference is of another client or amount)
   * @throws QueryFailedError of JOURNAL_KEY_UNIQUE when another transaction records the same reference
   */
  async payOut(
    manager: EntityManager,
    { clientId, amountMinor, reference, note }: NewPayout,
  ): Promise<PostedJournal & { isReplay: boolean }> {
    const key = `payout:${reference}`;
    const known = await this.repository.findJournal(manager, key);
    if (known !== null) {
      const isSame = known.clientId === clientId && known.amountMinor === -amountMinor;
      if (!isSame) throw new AppError('payout_recorded');
      return { journalId: known.journalId, balanceMinor: known.balanceMinor, isReplay: true };
    }
    const change = { clientId, amountMinor, account: 'bank', note } as const;
    const posted = await this.debit(manager, { kind: 'payout', key, ...change });
    await this.auditWallet(manager, clientId, -amountMinor, posted, 'payout');
    return { ...posted, isReplay: false };
  }

  /**
   * Takes money that the gateway returns to its source from the wallet.
   *
   * @param key distinguishes the refunds to sources
   * @throws AppError insufficient_balance
   */
  async refundToSource(
    manager: EntityManager,
    { clientId, amountMinor, key, note }: Omit<NewPayout, 'reference'> & { key: string },
  ): Promise<PostedJournal> {
    const posted = await this.debit(manager, {
      ...{ kind: 'payout', key: `source:${key}`, clientId, amountMinor, account: 'gateway', note },
    });
    await this.auditWallet(manager, clientId, -amountMinor, posted, 'refund_to_source');
    return posted;
  }

  /** Returns money to the wallet that the gateway did not send. */
  async reverseRefundToSource(
    manager: EntityManager,
    reversesId: number,
    reason: string,
  ): Promise<void> {
    const { kind, clientId, amountMinor, account } = await this.repository.getJournal(
      manager,
      reversesId,
    );
    const posted = await this.credit(manager, {
      ...{ kind, key: `reversal:${reversesId}`, clientId, amountMinor: -amountMinor, account },
      ...{ reversesId, note: reason },
    });
    await this.auditWallet(manager, clientId, -amountMinor, posted, 'reversal');
  }

  /** Locks a receipt. @throws AppError receipt_not_found */
  async lockReceipt(manager: EntityManager, receiptId: number): Promise<Receipt> {
    const receipt = await this.repository.lockReceipt(manager, receiptId);
    if (receipt === null) throw new AppError('receipt_not_found');
    return receipt;
  }

  /**
   * Corrects a wallet by an approved adjustment. A negative `amountMinor` takes money away.
   *
   * @throws AppError insufficient_balance
   */
  async adjust(
    manager: EntityManager,
    { adjustmentId, clientId, amountMinor, note }: ApprovedAdjustment,
  ): Promise<PostedJournal> {
    const change: WalletChange = {
      kind: 'adjustment',
      key: `adjustment:${adjustmentId}`,
      ...{ clientId, amountMinor: Math.abs(amountMinor), account: 'adjustments', note },
    };
    const posted = await (amountMinor > 0
      ? this.credit(manager, change)
      : this.debit(manager, change));
    await this.auditWallet(manager, clientId, amountMinor, posted, 'adjustment');
    return posted;
  }

  /**
   * Reverses a receipt that was recorded by mistake or whose money did not arrive. Its reference can be recorded again. A
   * receipt that was already reversed does not change.
   *
   * @throws AppError receipt_not_found, insufficient_balance
   */
  async reverseReceipt(manager: EntityManager, receiptId: number, reason: string): Promise<void> {
    const receipt = await this.lockReceipt(manager, receiptId);
    if (receipt.reversedAt !== null) return;
    const reversed = await this.repository.getReceiptJournal(manager, receiptId);
    const { journalId: reversesId, kind, clientId, amountMinor, account } = reversed;
    const posted = await this.debit(manager, {
      ...{ kind, key: `reversal:${reversesId}`, clientId, amountMinor, account },
      ...{ receiptId, reversesId, note: reason },
    });
    await this.repository.markReversed(manager, receiptId);
    await this.auditWallet(manager, clientId, -amountMinor, posted, 'reversal');
  }

  /** Writes a balance change to the audit log; `amountMinor` is the sum of the journals. */
  async auditWallet(
    manager: EntityManager,
    clientId: number,
    amountMinor: number,
    { balanceMinor }: Pick<PostedJournal, 'balanceMinor'>,
    reason: string,
  ): Promise<void> {
    await this.audit.record(manager, {
      action: amountMinor > 0 ? 'wallet.credited' : 'wallet.debited',
      subject: `client ${clientId}`,
      before: { balance_minor: balanceMinor - amountMinor },
      after: { balance_minor: balanceMinor, reason },
    });
  }

  /** Returns the balances of some clients by client id, in minor units. Clients without a wallet are omitted. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Map<number, number>> {
    const wallets = await this.repository.listBalances(manager, clientIds);
    return new Map(wallets.map(({ clientId, balanceMinor }) => [clientId, balanceMinor]));
  }

  /** Sums payments of orders less refunds by the shop's day of recording. Days without either are omitted. */
  async sumSalesByDay(manager: EntityManager, from: Date): Promise<DaySales[]> {
    return this.repository.sumSalesByDay(manager, from);
  }

  /** Returns the receipt with a reference of a source. */
  async findReceipt(
    manager: EntityManager,
    key: Pick<Receipt, 'source'> & { reference: string },
  ): Promise<Receipt | null> {
    return this.repository.findReceipt(manager, key);
  }

  /** Returns the payments of an order and the money for it that was credited to the wallet, oldest first. */
  async listOrderPayments(manager: EntityManager, orderId: number): Promise<OrderPayment[]> {
    return this.repository.listOrderPayments(manager, orderId);
  }

  /** Returns the refunds of an order to the wallet, oldest first. */
  async listOrderRefunds(manager: EntityManager, orderId: number): Promise<OrderRefund[]> {
    return this.repository.listOrderRefunds(manager, orderId);
  }

  /** Adds to a wallet, opening it if the client has none. */
  private async credit(manager: EntityManager, change: WalletChange): Promise<PostedJournal> {
    const journal = this.journalOf(change);
    const posted = await this.repository.post(manager, journal);
    if (posted !== null) return posted;
    await this.repository.openWallet(manager, change.clientId);
    const opened = await this.repository.post(manager, journal);
    if (opened === null) throw new Error('a wallet was neither opened nor credited');
    return opened;
  }

  /** Takes from a wallet. @throws AppError insufficient_balance */
  private async debit(manager: EntityManager, change: WalletChange): Promise<PostedJournal> {
    const { clientId, amountMinor, keepMinor = 0 } = change;
    const journal = this.journalOf({ ...change, amountMinor: -amountMinor });
    const posted = await this.repository.post(manager, journal);
    if (posted !== null) return posted;
    const balances = await this.listBalances(manager, [clientId]);
    throw insufficientBalance(amountMinor + keepMinor, balances.get(clientId) ?? 0);
  }

  private journalOf(change: WalletChange): NewJournal {
    return {
      ...this.audit.origin(),
      ...{ orderId: null, receiptId: null, reversesId: null, note: null, keepMinor: 0 },
      ...change,
    };
  }
}

type WalletChange = Pick<NewJournal, 'kind' | 'key' | 'clientId' | 'amountMinor' | 'account'> &
  Partial<Pick<NewJournal, 'orderId' | 'receiptId' | 'reversesId' | 'note' | 'keepMinor'>>;

function insufficientBalance(requiredMinor: number, availableMinor: number): AppError {
  const [required, available] = [toMajorUnits(requiredMinor), toMajorUnits(availableMinor)];
  return new AppError('insufficient_balance', {
    message: `The wallet holds ${available.toFixed(2)}, ${required.toFixed(2)} is required.`,
    details: { required, available },
  });
}
