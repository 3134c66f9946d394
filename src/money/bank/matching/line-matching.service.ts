import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RECEIPT_REFERENCE_UNIQUE } from '../../ledger/receipt.entity.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { BankTransfersService } from '../../bank-transfers/bank-transfers.service.js';
import { BankLinesRepository, type BankLine } from '../lines/bank-lines.repository.js';
import { ownerOf } from '../lines/bank-line.js';
import { LineLinksService } from '../lines/line-links.service.js';
import { LineApprovals } from './line-approvals.service.js';
import { LineContextsService } from './line-contexts.service.js';
import { verdictOn, type LineFacts, type Verdict } from './line-verdict.js';
import type { Suggestion } from './suggestion.js';

/** A line after it was matched. */
export interface MatchedLine {
  line: BankLine;
  /** The claim that this call confirmed by it; null: none, or an earlier call did. */
  confirmed: BankTransfer | null;
}

/** Matches lines of bank statements with what the service knows, each in a transaction of its own. */
@Injectable()
export class LineMatchingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: LineApprovals,
    private readonly contexts: LineContextsService,
    private readonly lines: BankLinesRepository,
    private readonly links: LineLinksService,
    private readonly transfers: BankTransfersService,
  ) {}

  /**
   * Matches the open ones of the given lines, each in a transaction of its own. Lines whose stored verdict is still the same are
   * not locked.
   *
   * @returns the lines as they are afterwards, in their order
   */
  async matchAll(lines: readonly BankLine[]): Promise<MatchedLine[]> {
    const contextOf = await this.contexts.load(this.dataSource.manager, lines);
    const matched: MatchedLine[] = [];
    for (const line of lines) {
      const isSettled = !isOpen(line) || isStored(line, verdictOn(factsOf(line), contextOf(line)));
      matched.push(isSettled ? unconfirmed(line) : await this.match(line.id));
    }
    return matched;
  }

  /** Returns the suggestion for a line as of now; null: nothing fits, or the line can be matched. */
  async suggestionFor(manager: EntityManager, line: BankLine): Promise<Suggestion | null> {
    const verdict = await this.verdictFor(manager, line);
    return verdict.act === 'suggest' ? verdict.suggestion : null;
  }

  /** Opens a locked line again after its decision was undone. It gets its suggestion, but is never matched automatically. */
  async reopen(manager: EntityManager, line: BankLine): Promise<BankLine> {
    const opened = { ...line, state: 'unmatched', suspenseJournalId: null } as const;
    await this.lines.decide(manager, line.id, { state: 'unmatched' }, null);
    return this.suggest(manager, opened, await this.suggestionFor(manager, line));
  }

  /** Locks the open credits that may return a debit. What is suggested for them depends on where it is booked. */
  async lockReturns(
    manager: EntityManager,
    { direction, identifiers, amountMinor }: BankLine,
  ): Promise<BankLine[]> {
    if (direction === 'in') return [];
    const credits = await this.lines.lockByIdentifiers(manager, 'in', identifiers);
    return openOf(credits, amountMinor);
  }

  /** Locks the open credits that may return a payout. What is suggested for them depends on whether it is recorded. */
  async lockReturnsOfPayout(
    manager: EntityManager,
    { reference, amountMinor }: { reference: string; amountMinor: number },
  ): Promise<BankLine[]> {
    const credits = await this.links.lockLines(manager, 'in', { source: 'bank', reference });
    return openOf(credits, amountMinor);
  }

  /** Gives locked lines their suggestions as of now. None of them is matched automatically. */
  async suggestAgain(manager: EntityManager, lines: readonly BankLine[]): Promise<void> {
    for (const line of lines) {
      await this.suggest(manager, line, await this.suggestionFor(manager, line));
    }
  }

  private async match(id: number): Promise<MatchedLine> {
    try {
      return await inTransaction(this.dataSource, (manager) => this.matchLocked(manager, id), {
        retryOnUnique: RECEIPT_REFERENCE_UNIQUE,
      });
    } catch (error) {
      // One line that is refused must not stop the others.
      if (!(error instanceof AppError)) throw error;
      return inTransaction(this.dataSource, async (manager) => {
        const line = await this.lock(manager, id);
        // A receipt that was recorded meanwhile may be the same money.
        const suggestion = await this.suggestionFor(manager, line);
        return unconfirmed(await this.suggest(manager, line, suggestion ?? { reason: 'refused' }));
      });
    }
  }

  private async matchLocked(manager: EntityManager, id: number): Promise<MatchedLine> {
    const line = await this.lock(manager, id);
    if (!isOpen(line)) return unconfirmed(line);
    const verdict = await this.verdictFor(manager, line);
    switch (verdict.act) {
      case 'none':
        return unconfirmed(await this.suggest(manager, line, null));
      case 'suggest':
        return unconfirmed(await this.suggest(manager, line, verdict.suggestion));
      case 'match':
        await this.links.match(manager, line, verdict.journalId);
        break;
      case 'clear':
        await this.links.matchReceipt(manager, line, verdict.receiptId);
        break;
      case 'confirm': {
        const { transferId } = verdict;
        const confirmed = await this.transfers.confirmWithLine(manager, transferId, { line });
        await this.approvals.endReceipt(manager, line);
        return { line: await this.get(manager, id), confirmed };
      }
    }
    return unconfirmed(await this.get(manager, id));
  }

  private async verdictFor(manager: EntityManager, line: BankLine): Promise<Verdict> {
    const contextOf = await this.contexts.load(manager, [line]);
    return verdictOn(factsOf(line), contextOf(line));
  }

  private async suggest(
    manager: EntityManager,
    line: BankLine,
    suggestion: Suggestion | null,
  ): Promise<BankLine> {
    const { id, suspenseJournalId } = line;
    if (!isOpen(line)) return line;
    const state = suggestion === null ? 'unmatched' : 'suggested';
    await this.lines.decide(manager, id, { state, suggestion, suspenseJournalId }, null);
    return this.get(manager, id);
  }

  private async lock(manager: EntityManager, id: number): Promise<BankLine> {
    const line = await this.links.lockLine(manager, id);
    if (line === null) throw new Error(`bank line ${id} is gone`);
    return line;
  }

  private async get(manager: EntityManager, id: number): Promise<BankLine> {
    const line = await this.lines.find(manager, id);
    if (line === null) throw new Error(`bank line ${id} is gone`);
    return line;
  }
}

function unconfirmed(line: BankLine): MatchedLine {
  return { line, confirmed: null };
}

/** Collects the facts of a line that the decision needs. */
function factsOf(line: BankLine): LineFacts {
  return { ...line, ownerId: ownerOf(line), today: dateInShop(new Date()) };
}

function isOpen({ state }: BankLine): boolean {
  return state === 'unmatched' || state === 'suggested';
}

function openOf(lines: readonly BankLine[], amountMinor: number): BankLine[] {
  return lines.filter((line) => isOpen(line) && line.amountMinor === amountMinor);
}

/** Returns true if a verdict moves no money and is stored already. */
function isStored({ suggestion }: BankLine, verdict: Verdict): boolean {
  if (verdict.act === 'none') return suggestion === null;
  if (verdict.act !== 'suggest') return false;
  const [stored, found] = [suggestion, verdict.suggestion].map((one) =>
    JSON.stringify(Object.entries(one ?? {}).sort()),
  );
  return stored === found;
}
