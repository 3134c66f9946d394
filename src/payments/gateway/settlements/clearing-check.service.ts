import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { GatewayLedgerService } from '../../../ledger/gateway-ledger.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { inSnapshot } from '../../../platform/database/transaction.js';
import { GatewayDisputesService } from '../disputes/gateway-disputes.service.js';
import { GatewayRefused, GatewayUnknown } from '../gateway-errors.js';
import { RefundProgressService } from '../refunds/refund-progress.service.js';
import { GatewaySettlementsRepository } from './gateway-settlements.repository.js';
import { GatewaySettlementsService } from './gateway-settlements.service.js';

const DAY_MS = 86_400_000;
/** Refunds and disputes of these days are asked for again: the service may have been down, or the gateway silent. */
const ASKED_DAYS = 4;

/** The account `gateway` of the ledger, and what the gateway holds by its own answers; in minor units. */
export interface ClearingSums {
  booksMinor: number;
  heldMinor: number;
}

/** Compares the ledger's account of the gateway with what the gateway holds. */
@Injectable()
export class ClearingCheckService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly ledger: GatewayLedgerService,
    private readonly refunds: RefundProgressService,
    private readonly disputes: GatewayDisputesService,
    private readonly settlements: GatewaySettlementsService,
    private readonly repository: GatewaySettlementsRepository,
  ) {}

  /**
   * Asks for all refunds, disputes and settlements whose notices may have been lost.
   *
   * @returns the number of lists that the gateway did not answer
   */
  async askForMissed(now: Date): Promise<number> {
    const period = { from: new Date(now.getTime() - ASKED_DAYS * DAY_MS), to: now };
    let failed = 0;
    for (const ask of [
      () => this.refunds.checkPeriod(period),
      () => this.disputes.checkPeriod(period),
      () => this.settlements.checkAll(now),
    ]) {
      try {
        await ask();
      } catch (error) {
        if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error;
        failed += 1;
      }
    }
    return failed;
  }

  /** Sums both sides at one moment. They differ where money moved at the gateway that is not booked, or the other way round. */
  async sum(): Promise<ClearingSums> {
    return inSnapshot(this.dataSource, async (manager) => {
      const { heldMinor, requestedMinor } = await this.repository.sumHeld(
        manager,
        this.settings.currency,
      );
      const balanceMinor = await this.ledger.getBalance(manager);
      // Refunds that are not at the gateway yet have left the account already.
      return { booksMinor: balanceMinor + requestedMinor, heldMinor };
    });
  }
}
