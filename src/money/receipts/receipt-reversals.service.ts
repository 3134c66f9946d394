import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LedgerService } from '../ledger/ledger.service.js';
import type { Receipt } from '../ledger/receipt.entity.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { ChangedMeanwhile } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toDecimalText, toMajorUnits } from '../../platform/money.js';
import type { BankLine } from '../bank/lines/bank-lines.repository.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';
import { KnownPayersRepository } from '../bank/matching/known-payers.repository.js';
import { GatewayRefundsRepository } from '../gateway/refunds/gateway-refunds.repository.js';
import { ReceiptsRepository, type ReceiptRow } from './receipts.repository.js';
import type { ReceiptOutcome } from './receipts.service.js';

/** Receipts that operators reverse. */
@Injectable()
export class ReceiptReversalsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerService,
    private readonly lines: LineLinksService,
    private readonly payers: KnownPayersRepository,
    private readonly refunds: GatewayRefundsRepository,
    private readonly repository: ReceiptsRepository,
  ) {}

  /**
   * Reverses a receipt that was recorded by mistake or whose money did not arrive. Takes its amount from the wallet; what the
   * wallet lacks becomes the client's debt.
   * - the orders that it paid stay paid
   * - its line of a bank statement becomes open again, and what it taught about its payer is forgotten
   *
   * @throws AppError receipt_not_found, not_refundable (some of it was refunded to its source, or taken for a dispute)
   */
  async reverse(id: number, reason: string, key: Idempotency): Promise<ReceiptOutcome<ReceiptRow>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { line, clientId, amountMinor, reversedAt } = await this.lock(manager, id);
      if (line === null && (await this.lines.isProven(manager, id))) {
        throw new ChangedMeanwhile('the line of a receipt');
      }
      const returnedMinor = await this.refunds.sumReturned(manager, id);
      if (reversedAt === null && returnedMinor > 0)
        throw partlyReturned(amountMinor, returnedMinor);
      await this.ledger.reverseReceipt(manager, id, reason);
      if (line !== null && (await this.lines.release(manager, line, id))) {
        await this.payers.forget(manager, line, clientId);
      }
      const reversed = await this.repository.find(manager, id);
      return { ...reversed!, isReplay: reversedAt !== null };
    });
  }

  /** Locks a receipt and its line: a refund or dispute must not take the same money at the same time. */
  async lock(manager: EntityManager, id: number): Promise<Receipt & { line: BankLine | null }> {
    const line = await this.lines.lockLineOf(manager, id);
    return { ...(await this.ledger.lockReceipt(manager, id)), line };
  }
}

function partlyReturned(amountMinor: number, returnedMinor: number): AppError {
  const [amount, returned] = [toDecimalText(amountMinor), toDecimalText(returnedMinor)];
  return new AppError('not_refundable', {
    message: `The gateway has returned ${returned} of this receipt of ${amount} already: it cannot be reversed.`,
    details: { left: toMajorUnits(Math.max(0, amountMinor - returnedMinor)) },
  });
}
