import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../identity/approvals/approval-kinds.js';
import { ApprovalLimitsService } from '../../identity/approvals/approval-limits.service.js';
import type { Approval } from '../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../identity/approvals/approvals.service.js';
import { assertUnchanged, changeOf } from '../../identity/approvals/settings/setting-change.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { CreditTerms } from '../ledger/credit/credit-terms.js';
import { ClientCreditService } from './client-credit.service.js';
import { CreditTermsDto, toNewCreditTerms, type PutCreditTermsDto } from './credit.dto.js';

/** Looser terms of credit above the limit. */
@Injectable()
export class CreditTermsKind extends ApprovalKind {
  readonly name = 'credit_terms';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly limits: ApprovalLimitsService,
    private readonly credit: ClientCreditService,
  ) {
    super();
  }

  /** Replaces a client's terms, or proposes it if they are looser and above the limit. @throws AppError client_not_found */
  async putTerms(clientId: number, terms: CreditTerms): Promise<DoneOrWaiting<CreditTerms>> {
    const put = async (manager: EntityManager): Promise<CreditTerms> =>
      this.credit.putTerms(manager, clientId, terms);
    return inTransaction(this.dataSource, async (manager) => {
      const before = await this.credit.lockTerms(manager, clientId);
      if (!isLooser(before, terms) || (await this.isSmall(manager, clientId, before, terms))) {
        return { outcome: await put(manager), approval: null };
      }
      const change = {
        before: { ...CreditTermsDto.show(before) },
        after: { ...CreditTermsDto.show(terms) },
      };
      const proposal = { kind: this.name, clientId, details: { change } } as const;
      return this.approvals.changeOrPropose(manager, proposal, put);
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const clientId = approval.clientId!;
    const { before, after } = changeOf(approval);
    const now = CreditTermsDto.show(await this.credit.lockTerms(manager, clientId));
    assertUnchanged(before, { ...now });
    const terms = toNewCreditTerms(after as unknown as PutCreditTermsDto);
    await this.credit.putTerms(manager, clientId, terms);
    return null;
  }

  /** Returns true if one person may set the terms, and counts their increase then. */
  private async isSmall(
    manager: EntityManager,
    clientId: number,
    before: CreditTerms,
    { limitMinor }: CreditTerms,
  ): Promise<boolean> {
    const { credit } = await this.limits.get(manager);
    if (limitMinor > credit.limitMinor) return false;
    const amountMinor = Math.max(0, limitMinor - before.limitMinor);
    return this.limits.take(manager, { kind: 'credit', clientId, amountMinor });
  }
}

/** Returns true if a client may owe more, or the same for longer. */
function isLooser(before: CreditTerms, after: CreditTerms): boolean {
  return (
    after.limitMinor > before.limitMinor ||
    (after.limitMinor > 0 &&
      (after.paymentDays > before.paymentDays || after.overdueDays > before.overdueDays))
  );
}
