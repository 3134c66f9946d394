import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DoneOrWaiting } from '../../../identity/approvals/approvals.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { AppError } from '../../../platform/http/errors.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { BankTransfer } from '../../bank-transfers/bank-transfer.entity.js';
import { BankTransfersRepository } from '../../bank-transfers/bank-transfers.repository.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { lineKey } from '../lines/bank-line.js';
import type { BankLine, NewLine } from '../lines/bank-lines.repository.js';
import { LineContextsService } from '../matching/line-contexts.service.js';
import { LineMatchingService, type MatchedLine } from '../matching/line-matching.service.js';
import { verdictOn, type Verdict } from '../matching/line-verdict.js';
import { clientsIn } from '../matching/suggestion.js';
import { ownIdentifiersIn } from '../statement-file/identifiers.js';
import { readStatementFile } from '../statement-file/read-statement.js';
import { unclearDates } from '../statement-file/date-order.js';
import type { Statement, StatementLine } from '../statement-file/types.js';
import { newLines } from './new-lines.js';
import { StatementKind } from './statement.kind.js';
import { balancesOf, isBalanced, StatementStore, type StatementFile } from './statement-store.js';

/** A line of a file and what became of it. */
export interface ImportedLine {
  line: StatementLine;
  /** The stored line; null in a dry run if it is not stored yet. */
  stored: BankLine | null;
  /** True if it was matched before this call. */
  wasMatched: boolean;
  /** The outcome that a dry run predicts; null: `line` has the stored outcome. */
  verdict: Verdict | null;
  /** Claimed transfers with one of the line's identifiers, except rejected ones. */
  transfers: BankTransfer[];
  /** The approval that the stored line waits for; null: none. */
  approvalId: number | null;
}

/** A line of an earlier file, and the claim that it confirmed. */
export type EarlierLine = MatchedLine & { confirmed: BankTransfer };

/** The result of a file, or of its dry run. */
export interface StatementReport extends Omit<Statement, 'lines' | 'mapping'> {
  isDryRun: boolean;
  bankAccountId: number;
  lines: ImportedLine[];
  /** Lines of earlier files that confirmed claims in this call, because the claims are newer than those files. */
  earlier: EarlierLine[];
  /** Number of lines that no earlier file contained. */
  newLines: number;
  /** Names of the clients that the lines are about, by id. */
  names: ReadonlyMap<number, string>;
  /** A sentence about why the file may be of another account; null: it continues the statements of this one. */
  gap: string | null;
}

/** Reads statements of bank accounts, stores their lines once, and matches them. */
@Injectable()
export class StatementImportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: BankAccountsService,
    private readonly contexts: LineContextsService,
    private readonly matching: LineMatchingService,
    private readonly statements: StatementKind,
    private readonly stores: StatementStore,
    private readonly transfers: BankTransfersRepository,
  ) {}

  /**
   * Stores the lines of a file, or proposes it if it moves more than one person's statements may.
   * - matches each line, and each open line of earlier files, in a transaction of its own
   * - importing the same file again changes nothing
   *
   * @throws AppError import_refused (it is not a statement, or of another account), bank_account_not_found, file_unreadable,
   *   rate_limited, date_order_unclear, date_cells_unclear
   */
  async import(file: StatementFile): Promise<DoneOrWaiting<StatementReport>> {
    const { account, statement, lines } = await this.read(file);
    const known = await this.findStored(account, lines);
    await this.assertDates(account, statement, known);
    const { sha256, fileName, acceptGap } = file;
    const read = { statement, sha256, fileName, acceptGap };
    const { outcome: added, approval } = await this.statements.import(account, read);
    if (approval !== null) return { outcome: null, approval };
    const stored = await this.findStored(account, lines);
    const matched = await this.matching.matchAll(stored.filter((line) => line !== null));
    const byId = new Map(matched.map(({ line }) => [line.id, line]));
    const earlier = await this.matchEarlierLines(account, byId);
    const found = stored.map((line) => (line === null ? null : (byId.get(line.id) ?? line)));
    const outcome = await this.report(account, statement, {
      isDryRun: false,
      earlier,
      newLines: added.newLines,
      gap: null,
      found,
      wasMatched: known.map((line) => line?.state === 'matched'),
      verdicts: lines.map(() => null),
    });
    return { outcome, approval: null };
  }

  /** Reports what {@link import} would do, and stores nothing. @throws as import */
  async preview(file: StatementFile): Promise<StatementReport> {
    const { account, statement, lines } = await this.read(file);
    const { manager } = this.dataSource;
    const found = await this.findStored(account, lines);
    await this.assertDates(account, statement, found);
    const contextOf = await this.contexts.load(manager, lines);
    const { chargeLimitMinor } = account;
    const ownerId = account.isDefault ? null : account.id;
    const today = dateInShop(new Date());
    const isFileProof = isBalanced(balancesOf(statement));
    const verdicts = lines.map((line, index) => {
      const state = found[index]?.state ?? 'unmatched';
      const isOpen = state === 'unmatched' || state === 'suggested';
      const isProof = isFileProof || found[index]?.isProof === true;
      const facts = { ...line, ownerId, chargeLimitMinor, isProof, today };
      return isOpen ? verdictOn(facts, contextOf(line)) : null;
    });
    const isNew = found.every((line) => line === null);
    const gap = isNew ? await this.stores.findGap(manager, account, statement, file.sha256) : null;
    return this.report(account, statement, {
      isDryRun: true,
      earlier: [],
      newLines: found.filter((line) => line === null).length,
      gap,
      found,
      wasMatched: found.map((line) => line?.state === 'matched'),
      verdicts: onceEach(verdicts),
    });
  }

  private async read(
    file: StatementFile,
  ): Promise<{ account: BankAccount; statement: Statement; lines: NewLine[] }> {
    const account = await this.accounts.get(this.dataSource.manager, file.bankAccountId);
    const statement = withinLimit(await readOf(account, file, this.accounts.currencySign));
    assertOfAccount(statement, account, await this.accounts.list());
    return { account, statement, lines: newLines(statement.lines) };
  }

  /**
   * Asks how the dates of a file are written if they are in doubt: read as usual, they are before the account's last line.
   *
   * @param found the lines that are stored; one of them proves how the file is read
   */
  private async assertDates(
    account: BankAccount,
    { dateQuestion, lines }: Statement,
    found: readonly (BankLine | null)[],
  ): Promise<void> {
    if (dateQuestion === null || found.some((line) => line !== null)) return;
    const last = await this.stores.findLastDay(this.dataSource.manager, account);
    const early = lines.find(({ valueDate }) => last !== null && valueDate < last);
    if (early === undefined) return;
    throw unclearDates(
      dateQuestion,
      `The day ${early.valueDate} is before ${last}, the last one of “${account.name}”.`,
    );
  }

  private async findStored(
    account: BankAccount,
    lines: readonly NewLine[],
  ): Promise<(BankLine | null)[]> {
    return this.stores.findLines(this.dataSource.manager, account, lines);
  }

  /** Matches lines that clients have claimed since their file was read. */
  private async matchEarlierLines(
    account: BankAccount,
    done: ReadonlyMap<number, BankLine>,
  ): Promise<EarlierLine[]> {
    const open = await this.stores.listOpen(this.dataSource.manager, account);
    const matched = await this.matching.matchAll(open.filter((line) => !done.has(line.id)));
    return matched.flatMap(({ line, confirmed }) =>
      confirmed === null ? [] : { line, confirmed },
    );
  }

  private async report(
    account: BankAccount,
    { lines, ...statement }: Statement,
    {
      isDryRun,
      earlier,
      gap,
      newLines: count,
      ...of
    }: {
      isDryRun: boolean;
      earlier: EarlierLine[];
      newLines: number;
      gap: string | null;
      found: (BankLine | null)[];
      wasMatched: boolean[];
      verdicts: (Verdict | null)[];
    },
  ): Promise<StatementReport> {
    const utrs = lines.flatMap(({ identifiers }) => identifiers);
    const { manager } = this.dataSource;
    const transfers = await this.transfers.findByUtrs(manager, utrs);
    const suggestions = [
      ...of.verdicts.map((verdict) => (verdict?.act === 'suggest' ? verdict.suggestion : null)),
      ...of.found.map((line) => line?.suggestion),
    ];
    const clientIds = [
      ...transfers.flatMap((one) => one?.clientId ?? []),
      ...suggestions.flatMap((one) => (one ? clientsIn(one) : [])),
    ];
    const names = await this.contexts.findNames(manager, clientIds);
    const approvals = await this.stores.findWaiting(manager, of.found);
    return {
      ...statement,
      isDryRun,
      earlier,
      bankAccountId: account.id,
      newLines: count,
      names,
      gap,
      lines: lines.map((line, index) => ({
        line,
        stored: of.found[index] ?? null,
        wasMatched: of.wasMatched[index] ?? false,
        verdict: of.verdicts[index] ?? null,
        transfers: transfers.filter(({ utr }) => line.identifiers.includes(utr)),
        approvalId: approvals.get(lineKey(of.found[index]?.id ?? 0)) ?? null,
      })),
    };
  }
}

/** Reads a file with the chosen columns, else with those of the account's last statement. @throws as readStatementFile */
function readOf(
  { columnMapping: mapping, details, ifsc }: BankAccount,
  { path, dates, columns }: StatementFile,
  currencySign: string,
): Promise<Statement> {
  const own = ownIdentifiersIn(`${details ?? ''} ${ifsc ?? ''}`);
  const options = { own, today: dateInShop(new Date()), dates, currencySign };
  if (columns !== null) return readStatementFile(path, { ...options, columns });
  return readStatementFile(path, mapping === null ? options : { ...options, mapping });
}

/** Refuses a file that names another account than the one it is read for. @throws AppError import_refused */
function assertOfAccount(
  { accountLast4 }: Statement,
  account: BankAccount,
  accounts: readonly BankAccount[],
): void {
  if (accountLast4 === null || accountLast4 === account.accountLast4) return;
  const owner = accounts.find((one) => one.accountLast4 === accountLast4);
  if (account.accountLast4 === null && owner === undefined) return;
  const expected = account.accountLast4 === null ? 'has none' : `ends in ${account.accountLast4}`;
  const right =
    owner === undefined
      ? 'Choose the account of the file, or correct the digits of this one.'
      : `Choose “${owner.name}”.`;
  throw new AppError('import_refused', {
    message: `The file names an account number that ends in ${accountLast4}; that of “${account.name}” ${expected}. ${right}`,
  });
}

/** Leaves out the lines above the maximum of one call, and reports it as a problem. */
function withinLimit(statement: Statement): Statement {
  const incoming = statement.lines.filter(({ direction }) => direction === 'in');
  const excess = incoming[LIMITS.statementRows];
  if (excess === undefined) return statement;
  const problem = `exceeds the maximum of ${LIMITS.statementRows} rows; this row and all after it were not read`;
  const unreadable = { rowNumber: excess.rowNumber, problem };
  return {
    ...statement,
    lines: statement.lines.slice(0, statement.lines.indexOf(excess)),
    openingMinor: null,
    closingMinor: null,
    unreadableRows: [...statement.unreadableRows, unreadable],
  };
}

/** Makes the verdicts of a dry run. If two lines match the same thing, the first one gets it, as when they are stored. */
function onceEach(verdicts: readonly (Verdict | null)[]): (Verdict | null)[] {
  const taken = new Set<string>();
  return verdicts.map((verdict) => {
    if (verdict === null || verdict.act === 'suggest' || verdict.act === 'none') return verdict;
    const key = JSON.stringify(verdict);
    if (taken.has(key)) return { act: 'suggest', suggestion: { reason: 'reference_used' } };
    taken.add(key);
    return verdict;
  });
}
