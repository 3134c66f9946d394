import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HouseMails, type HouseMail } from '../../identity/brand/house-mails.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import type { ReminderStage } from '../ledger/credit/credit-item.entity.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { amountText, dayText } from '../../platform/figures.js';
import { CreditRemindersRepository, type RemindedOrder } from './credit-reminders.repository.js';

const TEMPLATE = 'credit_reminder';
/** Rounds per run; the next run marks the rest. */
const ROUNDS_PER_RUN = 100;

const SUBJECTS: Record<ReminderStage, string> = {
  due: 'Orders bought on account are due soon',
  overdue: 'Orders bought on account are overdue',
};

/** Mails that remind clients of orders bought on account: before the due date, and once it has passed. */
@Injectable()
export class CreditRemindersService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clients: ClientsService,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
    private readonly repository: CreditRemindersRepository,
  ) {
    mails.register(TEMPLATE, (reference) => this.compose(reference));
  }

  /** Queues the reminders that are due, once per order and stage, in one mail per client and stage. */
  async remind(): Promise<void> {
    const queued = new Set<string>();
    for (let round = 1; round <= ROUNDS_PER_RUN; round += 1) {
      const count = await inTransaction(this.dataSource, async (manager) => {
        const reminders = await this.repository.take(manager);
        for (const { clientId, stage } of reminders) {
          const reference = `${stage}:${clientId}`;
          if (!queued.has(reference)) await this.mails.enqueue(manager, TEMPLATE, reference);
          queued.add(reference);
        }
        return reminders.length;
      });
      if (count === 0) return;
    }
  }

  /** Writes a mail. It lists the orders that are unpaid when it is sent. */
  private async compose(reference: string): Promise<HouseMail | null> {
    const { manager } = this.dataSource;
    const [stage, clientId] = reference.split(':') as [ReminderStage, string];
    const orders = await this.repository.listOrders(manager, { clientId: Number(clientId), stage });
    if (orders.length === 0) return null;
    const { email } = await this.clients.getClient(manager, Number(clientId));
    const link = this.publicUrl.dashboard('/wallet');
    const isOverdue = stage === 'overdue';
    return {
      to: email,
      subject: SUBJECTS[stage],
      intro: isOverdue
        ? 'These orders were bought on account and their due date has passed:'
        : 'These orders were bought on account and are due soon:',
      rows: orders.map((order) => this.rowOf(order)),
      outro: `All unpaid orders and the ways to pay are in the wallet.${isOverdue ? ' Until they are paid, no order can be bought on account.' : ''}`,
      action: { label: 'Open the wallet', link },
    };
  }

  private rowOf({ orderNumber, leftMinor, dueOn }: RemindedOrder): string[] {
    const left = `${this.settings.currency} ${amountText(leftMinor)}`;
    return [orderNumber, left, `due ${dayText(dueOn)}`];
  }
}
