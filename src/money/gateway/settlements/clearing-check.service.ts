import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayLedgerService } from '../../ledger/gateway-ledger.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { inSnapshot } from '../../../platform/database/transaction.js';
import { GatewayDisputesService } from '../disputes/gateway-disputes.service.js';
import { isOfGateway } from '../gateway-errors.js';
import { RefundProgressService } from '../refunds/refund-progress.service.js';
import { GatewaySettlementsRepository } from './gateway-settlements.repository.js';
import { GatewaySettlementsService } from './gateway-settlements.service.js';

const DAY_MS = 86_400_000;
/** Number of days for which refunds and disputes are queried again, in case the service was down or the gateway did not answer. */
const ASKED_DAYS = 4;

/** The balance of the ledger's account `gateway`, and the balance that follows from the gateway's answers; in minor units. */
export interface ClearingSums {
  booksMinor: number;
  heldMinor: number;
}

/** Compares the ledger's account of the gateway with what the gateway holds. */
@Injectable()
export class ClearingCheckService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly ledger: GatewayLedgerService,
    private readonly refunds: RefundProgressService,
    private readonly disputes: GatewayDisputesService,
    private readonly settlements: GatewaySettlementsService,
    private readonly repository: GatewaySettlementsRepository,
  ) {}

  /**
   * Queries the gateway for all refunds, disputes and settlements, in case notices were lost.
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
        if (!isOfGateway(error)) throw error;
        failed += 1;
      }
    }
    return failed;
  }

  /** Sums both sides from one snapshot. They differ if moved money is not booked, or booked money is not moved. */
  async sum(): Promise<ClearingSums> {
    return inSnapshot(this.dataSource, async (manager) => {
      const { heldMinor, requestedMinor } = await this.repository.sumHeld(
        manager,
        this.settings.currency,
      );
      const balanceMinor = await this.ledger.getBalance(manager);
      // Refunds that were not sent yet have left the ledger's account already.
      return { booksMinor: balanceMinor + requestedMinor, heldMinor };
    });
  }
}
