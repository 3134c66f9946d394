import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { startOfDay } from '../../../platform/time-zone.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import { BankTransfersService } from '../../bank-transfers/bank-transfers.service.js';
import { ReceiptsService } from '../../receipts/receipts.service.js';
import { KnownPayersRepository } from '../matching/known-payers.repository.js';
import { payerWords } from '../matching/payer-words.js';
import type { BankLine } from './bank-lines.repository.js';

export interface LineCredit {
  clientId: number;
  /** Tax that the client deducted, in minor units; the wallet gets it with the amount. */
  taxDeductedMinor: number;
  /** The number of a cheque in hand that the line clears. */
  cheque?: string | null;
  /** True: it is other money, although the client has a cheque of this amount in hand. */
  isOtherMoney?: boolean;
}

/** Records the money of a line, in the caller's transaction, which has locked the line. */
@Injectable()
export class LineMoneyService {
  constructor(
    private readonly bankLedger: BankLedgerRepository,
    private readonly payers: KnownPayersRepository,
    private readonly receipts: ReceiptsService,
    private readonly transfers: BankTransfersService,
  ) {}

  /** @throws AppError as LineCreditsService.credit */
  async credit(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<void> {
    const { clientId, taxDeductedMinor } = credit;
    const claims = await this.transfers.findOpenByUtrs(manager, line.identifiers);
    const wanted = [line.amountMinor, line.amountMinor + taxDeductedMinor];
    const claim = claims.find(
      (one) => one.clientId === clientId && wanted.includes(one.amountMinor),
    );
    if (claim !== undefined) {
      await this.transfers.confirmWithLine(manager, claim.id, { line, taxDeductedMinor });
    } else {
      await this.record(manager, line, credit);
    }
    const payers = payerWords(line.description);
    await this.payers.remember(manager, payers, { clientId, lineId: line.id });
  }

  private async record(manager: EntityManager, line: BankLine, credit: LineCredit): Promise<void> {
    const { amountMinor, valueDate } = line;
    const reference = await this.referenceOf(manager, line);
    const money = {
      ...({ source: 'bank', method: 'bank_transfer', reference, amountMinor } as const),
      receivedAt: startOfDay(valueDate),
      orderNumbers: [],
    };
    await this.receipts.recordMoney(manager, { ...credit, ...money }, line);
  }

  /**
   * Picks the reference for the receipt of a line: an identifier that no receipt has yet, because numbers of cheques recur. A
   * transfer's number cannot be taken: a receipt that has it was found before, as the same money.
   */
  private async referenceOf(
    manager: EntityManager,
    { id, identifiers }: BankLine,
  ): Promise<string> {
    const receipts = await this.bankLedger.listReceipts(manager, identifiers);
    const counting = receipts.filter(({ reversalId }) => reversalId === null);
    const taken = new Set(counting.map(({ reference }) => reference));
    return identifiers.find((one) => !taken.has(one)) ?? `LINE-${id}`;
  }
}
