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

/** Money that came in; in minor units. */
export interface NewReceipt extends Pick<
  Receipt,
  'clientId' | 'source' | 'method' | 'reference' | 'amountMinor'
> {
  /** null: now. */
  receivedAt: Date | null;
  /** The order that it came for, where it came for one. */
  orderId: number | null;
}

/** Money of an order; in minor units. */
export interface OrderMoney {
  clientId: number;
  orderId: number;
  amountMinor: number;
}

/** What pays an order from the wallet. */
export interface Settlement extends OrderMoney {
  /** The receipt that just brought the money; null: what the wallet held before. */
  receiptId: number | null;
  /** What has to be left in the wallet. */
  keepMinor?: number;
  note?: string | null;
}

/** Money that was paid out; in minor units. */
export interface NewPayout {
  clientId: number;
  amountMinor: number;
  /** The payment's id at the wholesaler's bank. */
  reference: string;
  note: string | null;
}

/** A correction of a wallet; in minor units. */
export interface ApprovedAdjustment {
  adjustmentId: number;
  clientId: number;
  amountMinor: number;
  note: string;
}

/**
 * Records money. Every method works in the caller's transaction, which has locked the order and the stock before:
 * wallets are locked last.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly audit: AuditService,
    private readonly repository: LedgerRepository,
  ) {}

  /**
   * Records money that came in and adds it to the client's wallet.
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
    // What a receipt just brought does not change the balance.
    if (receiptId === null)
      await this.auditWallet(manager, clientId, -amountMinor, posted, 'payment');
    return posted;
  }

  /**
   * Moves money of an order back to the wallet.
   *
   * @param key tells the refunds of one order apart
   */
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
   * Records money that was paid out to the client, by the bank. The same reference again returns the first payout.
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
   * Takes money that the gateway sends back to where it came from.
   *
   * @param key tells the refunds to sources apart
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

  /** Gives money back to the wallet that the gateway did not send. */
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
   * Corrects a wallet by an approved adjustment; `amountMinor` is negative where it takes money away.
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
   * Reverses a receipt that was recorded by mistake, or whose money did not come after all. Its reference can be
   * recorded again. A receipt that was reversed before stays as it is.
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

  /** Writes to the audit log that a wallet's balance changed; `amountMinor` is what the journals added to it. */
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

  /** Returns the balances of some clients by client id, in minor units; a client without a wallet is left out. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Map<number, number>> {
    const wallets = await this.repository.listBalances(manager, clientIds);
    return new Map(wallets.map(({ clientId, balanceMinor }) => [clientId, balanceMinor]));
  }

  /**
   * Sums what orders brought by the shop's day on which it was recorded: payments less refunds. Days without
   * either are left out.
   */
  async sumSalesByDay(manager: EntityManager, from: Date): Promise<DaySales[]> {
    return this.repository.sumSalesByDay(manager, from);
  }

  /** Returns the receipt that holds a reference of a source. */
  async findReceipt(
    manager: EntityManager,
    key: Pick<Receipt, 'source'> & { reference: string },
  ): Promise<Receipt | null> {
    return this.repository.findReceipt(manager, key);
  }

  /** What was paid for an order, or came for it and was credited to the wallet, oldest first. */
  async listOrderPayments(manager: EntityManager, orderId: number): Promise<OrderPayment[]> {
    return this.repository.listOrderPayments(manager, orderId);
  }

  /** What of an order's money went back to the wallet, oldest first. */
  async listOrderRefunds(manager: EntityManager, orderId: number): Promise<OrderRefund[]> {
    return this.repository.listOrderRefunds(manager, orderId);
  }

  /** Adds to a wallet, and opens it where the client has none. */
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
