import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Not, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { type AppError, invalidField } from '../../platform/http/errors.js';
import { similarName } from '../../platform/http/input/unknown-fields.js';
import type { ReceiptSource } from '../ledger/receipt.entity.js';
import {
  BANK_WORDS,
  methodNamed,
  normalizeMethod,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '../payment-methods.js';
import { MethodAlias, type MethodChoice } from './method-alias.entity.js';

const LISTED_MAX = 500;

/** The methods of payments, and the words that mean them in this installation. */
@Injectable()
export class PaymentMethodsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    @InjectRepository(MethodAlias) private readonly aliases: Repository<MethodAlias>,
  ) {}

  /** Lists the words of this installation: first those without a decision, then those with the most receipts. */
  async list(): Promise<MethodAlias[]> {
    return this.aliases.find({
      order: { method: { direction: 'ASC', nulls: 'FIRST' }, receipts: 'DESC', word: 'ASC' },
      take: LISTED_MAX,
    });
  }

  /** Decides what a word means. Replaces an earlier decision. */
  async name(text: string, method: MethodChoice): Promise<MethodAlias> {
    const word = normalizeMethod(text);
    return inTransaction(this.dataSource, async (manager) => {
      // A second decision waits, so that the audit log has each from what it found.
      await manager.query('LOCK TABLE method_aliases IN SHARE ROW EXCLUSIVE MODE');
      const repository = manager.withRepository(this.aliases);
      const before = await repository.findOneBy({ word });
      await repository.upsert({ word, method }, ['word']);
      await this.audit.record(manager, {
        action: 'method_alias.named',
        subject: `method ${word}`,
        before: { method: before?.method ?? null },
        after: { method },
      });
      return repository.findOneByOrFail({ word });
    });
  }

  /**
   * Finds the method that a word means for a payment of an order. Without a decision of an operator, a word from before the
   * upgrade means `other`.
   * - a payment that was recorded before keeps its method, even if the word has another meaning now
   *
   * @throws AppError validation_failed (unknown_method; required: `cheque` and `other` need a reference)
   */
  async methodOf(
    manager: EntityManager,
    orderId: number,
    { word: text, reference }: { word: string; reference: string | null },
  ): Promise<PaymentMethod> {
    const word = normalizeMethod(text);
    const named = methodNamed(word);
    const recorded =
      named === null && reference !== null
        ? await findRecorded(manager, { orderId, word, reference })
        : null;
    if (recorded !== null) return recorded;
    const aliases = manager.withRepository(this.aliases);
    const alias = named === null ? await aliases.findOneBy({ word }) : null;
    // Recorded as by 1.2.0: without a reference, too.
    if (alias?.method === null) return 'other';
    const method = named ?? alias?.method;
    if (method === undefined || method === 'refused') throw await unknownMethod(aliases, text);
    if (reference === null && (method === 'cheque' || method === 'other')) {
      throw invalidField('reference', 'required', `reference is required for ${text}`);
    }
    return method;
  }
}

/** Finds the method of an order's receipt by its word and reference; null without such a receipt. */
async function findRecorded(
  manager: EntityManager,
  { orderId, word, reference }: { orderId: number; word: string; reference: string },
): Promise<'bank' | 'cash' | 'other' | null> {
  const receipts = await manager.query<
    { method: string; source: Exclude<ReceiptSource, 'gateway'> }[]
  >(
    `SELECT r.method, r.source FROM receipts r JOIN ledger_journals j ON j.receipt_id = r.id
      WHERE j.order_id = $1 AND j.kind IN ('receipt', 'opening') AND r.reference = $2 AND r.source <> 'gateway'`,
    [orderId, reference],
  );
  const same = receipts.find(({ method }) => normalizeMethod(method) === word);
  return same?.source ?? null;
}

async function unknownMethod(aliases: Repository<MethodAlias>, word: string): Promise<AppError> {
  const usable = await aliases.find({ where: { method: Not('refused') }, take: LISTED_MAX });
  const known = [...PAYMENT_METHODS, ...BANK_WORDS, ...usable.map((alias) => alias.word)];
  const nearest = similarName(normalizeMethod(word), known);
  return invalidField(
    'method',
    'unknown_method',
    `method is ${word}${nearest === null ? '' : `; did you mean ${nearest}?`}; expected one of ` +
      `${PAYMENT_METHODS.join(', ')}, or for bank ${BANK_WORDS.join(', ')}, or an alias of this installation`,
  );
}
