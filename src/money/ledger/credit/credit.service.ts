import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { CreditItemsRepository } from './credit-items.repository.js';
import { NO_CREDIT, type CreditTerms } from './credit-terms.js';

/** Terms on which clients buy on account. */
@Injectable()
export class CreditService {
  constructor(
    private readonly audit: AuditService,
    private readonly items: CreditItemsRepository,
  ) {}

  /** Reads a client's terms; a limit of 0 means that it cannot buy on account. */
  async getTerms(manager: EntityManager, clientId: number): Promise<CreditTerms> {
    return (await this.items.findTerms(manager, clientId, { isLocked: false })) ?? NO_CREDIT;
  }

  /** Reads a client's terms as {@link getTerms}, and locks them until the transaction ends. */
  async lockTerms(manager: EntityManager, clientId: number): Promise<CreditTerms> {
    await this.items.open(manager, clientId);
    return (await this.items.findTerms(manager, clientId, { isLocked: true })) ?? NO_CREDIT;
  }

  /** Replaces a client's terms. The payment days apply to orders that are bought afterwards, the rest applies to all at once. */
  async putTerms(manager: EntityManager, clientId: number, terms: CreditTerms): Promise<void> {
    const before = await this.lockTerms(manager, clientId);
    await this.items.putTerms(manager, clientId, terms);
    await this.audit.record(manager, {
      action: 'credit.terms_changed',
      subject: `client ${clientId}`,
      before: { ...before },
      after: { ...terms },
    });
  }
}
