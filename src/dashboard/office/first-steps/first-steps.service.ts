import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { BankAccountsService } from '../../../money/bank/accounts/bank-accounts.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { FirstStepsRepository, type SetUpFacts } from './first-steps.repository.js';

/** Steps before the first order, in the recommended order. */
export const FIRST_STEPS = [
  'company',
  'tax',
  'plan',
  'products',
  'delivery',
  'payment',
  'colleague',
  'client',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What the first order waits for. */
export const FIRST_ORDER_STEPS = ['place', 'pay', 'ship', 'invoice'] as const;
export type FirstOrderStep = (typeof FIRST_ORDER_STEPS)[number];

/** The first steps, and if the overview shows them. */
export interface FirstSteps {
  isShown: boolean;
  /** True if steps are hidden only because they are dismissed. */
  isDismissed: boolean;
  isDone: Record<FirstStep, boolean>;
  /** null: a shipment was invoiced, none of the first order can be, the steps are dismissed, or no order can be placed yet. */
  firstOrderStep: FirstOrderStep | null;
  firstOrderNumber: string | null;
}

/** Progress of setting up an installation. */
@Injectable()
export class FirstStepsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly bankAccounts: BankAccountsService,
    private readonly repository: FirstStepsRepository,
  ) {}

  /** Reads the steps. They are shown until all are done, the first order is paid, or they are dismissed. */
  async get(): Promise<FirstSteps> {
    const facts = await this.repository.getFacts(this.dataSource.manager);
    const bankDetails = await this.bankAccounts.getPrintedDetails();
    const { gateway } = this.settings;
    const isDone = {
      company: facts.hasCompany,
      tax: facts.hasTaxProfile,
      plan: facts.hasPlan,
      products: facts.hasProduct,
      delivery: facts.hasDelivery,
      payment: bankDetails !== null || (gateway !== null && gateway.kind !== 'sandbox'),
      colleague: facts.hasColleague,
      client: facts.hasClient,
    };
    const isComplete = FIRST_STEPS.every((step) => isDone[step]);
    const isOpen = !facts.hasPaidOrder && !isComplete;
    const firstOrderStep = facts.hasInvoice ? null : stepOf(facts.firstOrder, isComplete);
    return {
      isShown: isOpen && !facts.isDismissed,
      isDismissed: facts.isDismissed && (isOpen || firstOrderStep !== null),
      isDone,
      firstOrderStep: facts.isDismissed ? null : firstOrderStep,
      firstOrderNumber: facts.firstOrder?.number ?? null,
    };
  }

  /** Hides the steps from everyone, or shows them again. Does nothing if they are so already. */
  async setDismissed(dismissed: boolean): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const hasChanged = dismissed
        ? await this.repository.dismiss(manager)
        : await this.repository.restore(manager);
      if (!hasChanged) return;
      const action = dismissed ? 'first_steps.dismissed' : 'first_steps.restored';
      await this.audit.record(manager, { action, subject: 'first steps', after: { dismissed } });
    });
  }
}

function stepOf(order: SetUpFacts['firstOrder'], isComplete: boolean): FirstOrderStep | null {
  if (order === null) return isComplete ? 'place' : null;
  if (order.isShipped) return order.canBeInvoiced ? 'invoice' : null;
  return order.isPaid ? 'ship' : 'pay';
}
