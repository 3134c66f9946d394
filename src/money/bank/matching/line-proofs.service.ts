import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  ApprovalLimitsService,
  type NewEntry,
} from '../../../identity/approvals/approval-limits.service.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import {
  BankLedgerRepository,
  type BankReceipt,
} from '../../ledger/bank/bank-ledger.repository.js';
import { lineReference } from '../lines/bank-line.js';
import type { BankLine } from '../lines/bank-lines.repository.js';
import { isReferenceIn } from '../lines/bank-reference.js';
import { KnownPayersRepository } from './known-payers.repository.js';
import { LineNamesService, type Named } from './line-names.service.js';
import { payerWords } from './payer-words.js';

/** A client that a line names. */
export interface NamedClient {
  id: number;
  name: string;
  /** The order, the payment reference, or the payer; null: the client claimed the transfer. */
  by: string | null;
}

/** Decides for whom a line of the bank is proof. Works in the caller's transaction. */
@Injectable()
export class LineProofs {
  constructor(
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly clients: ClientsService,
    private readonly limits: ApprovalLimitsService,
    private readonly names: LineNamesService,
    private readonly payers: KnownPayersRepository,
  ) {}

  /** Lists the clients that a line names, or that claimed its transfer. */
  async listNamed(manager: EntityManager, line: BankLine): Promise<NamedClient[]> {
    const named = namedIn(await this.find(manager, line));
    const names = await this.clients.findNames(
      manager,
      named.map(({ id }) => id),
    );
    return named.map((one) => ({ ...one, name: names.get(one.id) ?? '' }));
  }

  /**
   * Returns true if a line proves money of a client: its statement's balances add up, and it names this client and no other.
   * - what the person said about the payer is no proof for the same person: a name of the client, or a line credited before
   * - nor is money that the person took from another client, by reversing a receipt of it
   *
   * @param actor the person whose entry the line may prove
   */
  async isProofFor(
    manager: EntityManager,
    line: BankLine,
    clientId: number,
    actor = this.audit.origin().actor,
  ): Promise<boolean> {
    if (!line.isProof) return false;
    const named = await this.find(manager, line);
    const [one, other] = namedIn(named);
    if (one?.id !== clientId || other !== undefined || named.namesUnknownClient) return false;
    if (await this.isTaken(manager, line, { clientId, actor })) return false;
    const payers = named.payersOf(clientId);
    const isCompany = named.companyIds.has(clientId);
    if (one.by === null || !payerWords(line.description).includes(one.by)) return true;
    if (await this.payers.isKnownFromOthers(manager, payers, { clientId, line, actor }))
      return true;
    const change = { actor, subject: `client ${clientId}`, field: 'name' };
    return isCompany && !(await this.audit.hasChanged(manager, change));
  }

  /**
   * Counts to the caller's limit of receipts what a line does not prove of its money: the deducted tax, or all of it. Everything
   * counts of money that the caller says is other money than similar money.
   *
   * @param line null: none shows the money
   * @param entry `amountMinor`: with the tax. `journalId`: the journal of its receipt, which may be counted already
   * @returns false: it is above a limit
   */
  async take(
    manager: EntityManager,
    line: BankLine | null,
    entry: Omit<NewEntry, 'kind' | 'clientId'> & { clientId: number; journalId: number },
    { taxDeductedMinor = 0, isOtherMoney = false } = {},
  ): Promise<boolean> {
    const { clientId, amountMinor, journalId } = entry;
    const isProven =
      line !== null && !isOtherMoney && (await this.isProofFor(manager, line, clientId));
    const kind = 'receipt';
    if (isProven) {
      return this.limits.take(manager, { kind, clientId, amountMinor: taxDeductedMinor });
    }
    if (await this.limits.isCounted(manager, journalId, amountMinor)) return true;
    return this.limits.take(manager, { kind, ...entry });
  }

  /**
   * Counts the return of a receipt to the caller's limit of reversals, unless the debit proves it: it has the receipt's reference,
   * or names its client.
   *
   * @returns false: it is above a limit
   */
  async takeReturn(
    manager: EntityManager,
    line: BankLine,
    receipt: Pick<BankReceipt, 'clientId' | 'reference' | 'source' | 'taxDeductedMinor'>,
  ): Promise<boolean> {
    const { clientId, taxDeductedMinor } = receipt;
    const isProven =
      (line.isProof && isReferenceIn(line, receipt)) ||
      (await this.isProofFor(manager, line, clientId));
    if (isProven) return true;
    const amountMinor = line.amountMinor + taxDeductedMinor;
    return this.limits.take(manager, { kind: 'reversal', clientId, amountMinor });
  }

  /** Counts an entry of the journal of a receipt no longer as far as a line proves it. */
  async release(manager: EntityManager, line: BankLine, journalId: number): Promise<void> {
    if (!line.isProof) return;
    for (const { clientId, userId } of await this.limits.listCounted(manager, journalId)) {
      const isProven = await this.isProofFor(manager, line, clientId ?? 0, `user ${userId}`);
      if (isProven) await this.limits.release(manager, { journalId, userId }, line.amountMinor);
    }
  }

  private async find(manager: EntityManager, line: BankLine): Promise<Named> {
    return (await this.names.load(manager, [line]))(line);
  }

  /** Returns true if a person took the money of a line from another client, by reversing a receipt of it. */
  private async isTaken(
    manager: EntityManager,
    line: BankLine,
    { clientId, actor }: { clientId: number; actor: string },
  ): Promise<boolean> {
    const references = [...line.identifiers, lineReference(line)];
    const money = { references, journalId: line.linkedJournalId };
    return this.bankLedger.hasReversed(manager, money, { actor, exceptOf: clientId });
  }
}

function namedIn(named: Named): Omit<NamedClient, 'name'>[] {
  const { claimantIds, namedClientIds, namesakeIds, namedBy } = named;
  const ids = new Set([...namedClientIds, ...namesakeIds, ...claimantIds]);
  return [...ids].map((id) => {
    return { id, by: claimantIds.includes(id) ? null : (namedBy.get(id) ?? null) };
  });
}
