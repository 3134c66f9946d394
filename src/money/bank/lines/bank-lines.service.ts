import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { ClientsService } from '../../../clients/clients.service.js';
import {
  BankLedgerRepository,
  type BankReceipt,
  type JournalFacts,
} from '../../ledger/bank/bank-ledger.repository.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { AppError } from '../../../platform/http/errors.js';
import { readPage, type NewestFirst, type Page } from '../../../platform/http/paging/page.js';
import { BankLinesRepository, type BankLine, type LineFilter } from './bank-lines.repository.js';
import { lineRefused, ownerOf } from './bank-line.js';
import { LineApprovals } from '../matching/line-approvals.service.js';
import { clientsIn } from '../matching/suggestion.js';
import { LineLinksService } from './line-links.service.js';
import type { LineDirection } from './statement-line.entity.js';

/** A line with its journal and the names of its clients. */
export interface ShownLine {
  id: number;
  line: BankLine;
  journal: JournalFacts | null;
  /** When its entry was booked; null: it has none. */
  bookedAt: Date | null;
  /** By client id. */
  names: ReadonlyMap<number, string>;
  /** The approval that it waits for; null: none. */
  approvalId: number | null;
}

/** A receipt that a debit may return. */
export type ReturnableReceipt = Pick<BankReceipt, 'receiptId' | 'receivedAt' | 'reference'> & {
  clientId: number;
  clientName: string;
  isReversed: boolean;
};

/** Number of receipts that are offered for a returned payment; others are found by their number. */
const OFFERED_RECEIPTS = 50;

/** Lines of bank statements, and finance's decisions about them. */
@Injectable()
export class BankLinesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: LineApprovals,
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly clients: ClientsService,
    private readonly links: LineLinksService,
    private readonly repository: BankLinesRepository,
  ) {}

  /** Lists the latest lines first. */
  async list(filter: LineFilter, page: NewestFirst): Promise<Page<ShownLine>> {
    const { manager } = this.dataSource;
    return readPage(page, async (range) =>
      this.show(manager, await this.repository.list(manager, filter, range)),
    );
  }

  /**
   * Lists the receipts that a debit may return: those of the client that it names first, and then the latest.
   *
   * @throws AppError bank_line_not_found
   */
  async listReturnable(id: number): Promise<ReturnableReceipt[]> {
    const { manager } = this.dataSource;
    const line = found(await this.repository.find(manager, id));
    const { amountMinor, direction, suggestion } = line;
    if (direction === 'in') return [];
    const wanted = { amountMinor, ownerId: ownerOf(line), clientId: suggestion?.clientId ?? null };
    const receipts = await this.bankLedger.listReturnableOf(manager, wanted, OFFERED_RECEIPTS);
    const ids = receipts.map(({ clientId }) => clientId);
    const names = await this.clients.findNames(manager, ids);
    return receipts.map(({ reversalId, clientId, ...receipt }) => {
      const isReversed = reversalId !== null;
      return { ...receipt, clientId, clientName: names.get(clientId) ?? '', isReversed };
    });
  }

  /** Reads lines in the order of the given ids. */
  async getAll(manager: EntityManager, ids: readonly number[]): Promise<ShownLine[]> {
    const shown = await this.show(manager, await this.repository.findAll(manager, ids));
    const byId = new Map(shown.map((line) => [line.id, line]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** @throws AppError bank_line_not_found */
  async get(manager: EntityManager, id: number): Promise<ShownLine> {
    const line = found(await this.repository.find(manager, id));
    const [shown] = await this.show(manager, [line]);
    return shown!;
  }

  /**
   * Books a credit whose owner is not known. It stays open, and can be credited to a client later.
   *
   * @throws AppError bank_line_not_found, bank_line_matched, bank_line_refused (a debit)
   */
  async suspend(id: number, key: Idempotency): Promise<ShownLine> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const line = await this.lock(manager, id, 'in');
      assertOpen(line);
      if (line.suspenseJournalId !== null) return this.get(manager, id);
      const suspenseJournalId = await this.links.enterSuspense(manager, line);
      const { state, suggestion } = line;
      const kept = state === 'suggested' ? { state, suggestion } : { state: 'unmatched' as const };
      await this.repository.decide(manager, id, { ...kept, suspenseJournalId }, null);
      await this.record(manager, line, 'bank_line.suspended', { amountMinor: line.amountMinor });
      return this.get(manager, id);
    });
  }

  /**
   * Leaves a line out of the books, for a reason. It can still be matched later, and a booking of it that waits ends.
   *
   * @throws AppError bank_line_not_found, bank_line_matched, bank_line_refused (its money is in suspense)
   */
  async ignore(id: number, ignoredReason: string, key: Idempotency): Promise<ShownLine> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const line = await this.lock(manager, id, null);
      assertOpen(line);
      if (line.suspenseJournalId !== null) {
        throw lineRefused(
          'The money of this line is in suspense. Credit the line to a client instead.',
        );
      }
      const { actor } = this.audit.origin();
      await this.repository.decide(manager, id, { state: 'ignored', ignoredReason }, actor);
      await this.record(manager, line, 'bank_line.ignored', { reason: ignoredReason });
      await this.approvals.endDecision(manager, line, 'its line was ignored');
      return this.get(manager, id);
    });
  }

  /** Locks a line. @throws AppError bank_line_not_found, bank_line_refused (it has another direction) */
  async lock(
    manager: EntityManager,
    id: number,
    direction: LineDirection | null,
  ): Promise<BankLine> {
    const line = found(await this.links.lockLine(manager, id));
    if (direction !== null && line.direction !== direction) {
      throw lineRefused(
        direction === 'in'
          ? 'This line is a debit: no money came in.'
          : 'This line is a credit: no money went out.',
      );
    }
    return line;
  }

  private async record(
    manager: EntityManager,
    { id, state }: BankLine,
    action: string,
    after: object,
  ): Promise<void> {
    const subject = `bank line ${id}`;
    await this.audit.record(manager, { action, subject, before: { state }, after });
  }

  private async show(manager: EntityManager, lines: readonly BankLine[]): Promise<ShownLine[]> {
    const ids = lines.flatMap((line) => entryOf(line) ?? []);
    const journals = await this.bankLedger.describe(manager, ids);
    const byId = new Map(journals.map((journal) => [journal.journalId, journal]));
    const clientIds = [
      ...journals.flatMap(({ clientId }) => clientId ?? []),
      ...lines.flatMap(({ suggestion }) => (suggestion === null ? [] : clientsIn(suggestion))),
    ];
    const names = await this.clients.findNames(manager, clientIds);
    const approvals = await this.approvals.findWaitingIds(manager, lines);
    return lines.map((line) => {
      const entry = byId.get(entryOf(line) ?? 0) ?? null;
      const journal = line.journalId === null ? null : entry;
      const approvalId = approvals.get(line.id) ?? null;
      return { id: line.id, line, journal, bookedAt: entry?.at ?? null, names, approvalId };
    });
  }
}

/** Reads the journal that has the money of a line: the one that it is matched with, or that of its suspense. */
function entryOf({ journalId, suspenseJournalId }: BankLine): number | null {
  return journalId ?? suspenseJournalId;
}

function found(line: BankLine | null): BankLine {
  if (line === null) throw new AppError('bank_line_not_found');
  return line;
}

/** @throws AppError bank_line_matched */
export function assertOpen({ journalId }: BankLine): void {
  if (journalId !== null) throw new AppError('bank_line_matched');
}
