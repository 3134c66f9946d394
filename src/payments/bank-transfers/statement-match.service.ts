import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.js';
import { BankTransfersService } from './bank-transfers.service.js';
import type { BankTransfer } from './bank-transfer.entity.js';
import { readStatement, type StatementProblem, type StatementRow } from './statement-file.js';
import { clientNamedIn } from './utr.js';

/**
 * - confirmed: by this row; in a dry run it would be
 * - confirmed_before: an earlier call confirmed it
 * - amount_differs: the UTR was claimed with another amount
 * - ambiguous: several clients claimed the UTR with this amount
 * - utr_taken: a receipt of another client or amount has the UTR already
 * - not_claimed: no client claimed it
 */
export const MATCH_OUTCOMES = [
  ...(['confirmed', 'confirmed_before', 'amount_differs', 'ambiguous'] as const),
  ...(['utr_taken', 'not_claimed'] as const),
];

/** The outcome for a row of a bank statement. */
export interface StatementMatch {
  row: StatementRow;
  outcome: (typeof MATCH_OUTCOMES)[number];
  /** The transfer with the row's UTR. */
  transfer: BankTransfer | null;
  /** The client whose payment reference the row has, if no client claimed the transfer. */
  namedClientId: number | null;
}

/** The result of a bank statement, or of its dry run. */
export interface StatementReport {
  isDryRun: boolean;
  matches: StatementMatch[];
  problems: StatementProblem[];
}

/** Matches a bank statement with claimed transfers, and confirms them. */
@Injectable()
export class StatementMatchService {
  constructor(private readonly transfers: BankTransfersService) {}

  /**
   * Confirms the transfers with the UTR and amount of a row, and reports all other rows. The same statement again changes
   * nothing.
   *
   * @throws AppError import_refused (no row names the columns)
   */
  async match(
    file: AsyncIterable<Buffer>,
    { isDryRun }: { isDryRun: boolean },
  ): Promise<StatementReport> {
    const { rows, problems, hasHeader } = await readStatement(file);
    if (!hasHeader) {
      throw new AppError('import_refused', {
        message: 'No row of the file names a column with UTRs (utr) and one with amounts (amount).',
      });
    }
    const claims = await this.transfers.findByUtrs(rows.flatMap(({ utrs }) => utrs));
    const matches: StatementMatch[] = [];
    for (const row of rows) {
      const found = matchOf(row, claims);
      matches.push(isDryRun ? found : await this.confirmed(found));
    }
    return { isDryRun, matches, problems };
  }

  private async confirmed(match: StatementMatch): Promise<StatementMatch> {
    if (match.outcome !== 'confirmed' || match.transfer === null) return match;
    const [confirmation] = await this.transfers.confirmAll([match.transfer.id]);
    if (confirmation?.outcome === 'utr_taken') return { ...match, outcome: 'utr_taken' };
    // Another person rejected the transfer since it was read.
    if (confirmation?.outcome !== 'confirmed') return { ...match, outcome: 'not_claimed' };
    return { ...match, transfer: confirmation.transfer };
  }
}

/** Returns the outcome for a row, given the transfers that clients claimed. */
function matchOf(row: StatementRow, claims: readonly BankTransfer[]): StatementMatch {
  const ofUtr = claims.filter(({ utr }) => row.utrs.includes(utr));
  const [transfer = null, second] = ofUtr.filter(
    ({ amountMinor }) => amountMinor === row.amountMinor,
  );
  const match = { row, transfer: transfer ?? ofUtr[0] ?? null, namedClientId: null };
  if (ofUtr.length === 0) {
    return { ...match, outcome: 'not_claimed', namedClientId: clientNamedIn(row.text) };
  }
  if (transfer === null) return { ...match, outcome: 'amount_differs' };
  if (second !== undefined) return { ...match, outcome: 'ambiguous' };
  return {
    ...match,
    outcome: transfer.status === 'confirmed' ? 'confirmed_before' : 'confirmed',
  };
}
