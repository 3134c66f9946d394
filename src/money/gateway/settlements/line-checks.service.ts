import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IntentChecksService } from '../checkouts/intent-checks.service.js';
import { GatewayDisputesService } from '../disputes/gateway-disputes.service.js';
import { GatewayRefused } from '../gateway-errors.js';
import type { SettlementLine } from '../payment-gateway.js';
import { RefundProgressService } from '../refunds/refund-progress.service.js';
import { GatewaySettlementsRepository } from './gateway-settlements.repository.js';

/** Maximum number of queried lines of one settlement. Other systems with the same gateway account may cause many. */
const ASKED_AT_ONCE = 200;

/** Compares the lines of settlements with the payments, refunds and disputes that are stored here. */
@Injectable()
export class LineChecksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: IntentChecksService,
    private readonly refunds: RefundProgressService,
    private readonly disputes: GatewayDisputesService,
    private readonly repository: GatewaySettlementsRepository,
  ) {}

  /**
   * Lists the lines whose payment, refund or dispute is not this service's. Missed ones are queried and booked first.
   *
   * @throws GatewayUnknown
   */
  async listUnknown(lines: readonly SettlementLine[]): Promise<SettlementLine[]> {
    const ids = lines.map(({ id }) => id);
    const known = new Set(await this.repository.listKnown(this.dataSource.manager, ids));
    const unknown: SettlementLine[] = [];
    let asked = 0;
    for (const line of lines) {
      if (known.has(line.id)) continue;
      asked += 1;
      if (asked > ASKED_AT_ONCE || !(await this.find(line))) unknown.push(line);
    }
    return unknown;
  }

  private async find({ kind, id }: SettlementLine): Promise<boolean> {
    try {
      if (kind === 'payment') return await this.payments.checkPayment(id);
      if (kind === 'refund') return await this.refunds.check(id);
      return kind === 'dispute' && (await this.disputes.check(id));
    } catch (error) {
      if (error instanceof GatewayRefused) return false;
      throw error;
    }
  }
}
