import { ApiProperty } from '@nestjs/swagger';
import type { AccountKind } from '../ledger/ledger-account.entity.js';
import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import { Field, OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import { toMajorUnits } from '../../platform/money.js';
import { MonthReportQuery } from '../reports/day/day-report.dto.js';
import {
  FORMATS_TEXT,
  TABLE_FORMATS,
  type TableFormat,
} from '../../platform/table-export/table-file.js';
import {
  JOURNAL_FORMATS,
  type JournalFormat,
  type MonthSums,
} from './export/journal-export.service.js';
import {
  ACCOUNT_KINDS,
  CLIENT_NAME,
  DEFAULT_LEDGER_NAMES,
  isOfClients,
  NAMED_KINDS,
  type LedgerNames,
} from './ledger-names.js';
import type { LedgerName } from './ledger-names.repository.js';

const NAME_LENGTH = 100;

export class LedgerExportQuery extends MonthReportQuery {
  @OneOf([...TABLE_FORMATS, ...JOURNAL_FORMATS], {
    api: {
      description:
        `${FORMATS_TEXT}; all three have a line for each posting. tally: vouchers for Tally's import. seals: JSON Lines with ` +
        'all that is stored of each journal and its seal',
    },
  })
  format: TableFormat | JournalFormat;
}

/** A name in the accountant's books. */
class BookNameDto {
  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'The name unless another one is set' })
  default_name: string;
}

/** An account's name in the accountant's books. */
export class LedgerNameDto extends BookNameDto {
  @ApiProperty({ enum: NAMED_KINDS })
  account: AccountKind;
}

class AccountSumsDto extends BookNameDto {
  @ApiProperty({ enum: ACCOUNT_KINDS })
  account: AccountKind;

  @ApiProperty()
  debit: number;

  @ApiProperty()
  credit: number;
}

export class ExportSumsDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ type: 'integer' })
  journals: number;

  @ApiProperty({ description: 'Sum of all debits' })
  debit: number;

  @ApiProperty({ description: 'Sum of all credits: the same amount' })
  credit: number;

  @ApiProperty({ type: [AccountSumsDto] })
  accounts: AccountSumsDto[];
}

class LedgerNameInputDto {
  @OneOf(NAMED_KINDS)
  account: AccountKind;

  @Text({
    max: NAME_LENGTH,
    api: {
      example: 'HDFC Bank 5678',
      description: `In the names of clients' accounts, ${CLIENT_NAME} becomes the client's name`,
    },
    rules: [
      textRule(
        'invalid_template',
        `must not contain ${CLIENT_NAME}: the account is not of a client`,
        (text, dto) =>
          !text.includes(CLIENT_NAME) ||
          isOfClients((dto as LedgerNameInputDto).account ?? ('' as AccountKind)),
      ),
    ],
  })
  name: string;
}

export class ReplaceLedgerNamesDto {
  @DtoList(LedgerNameInputDto, NAMED_KINDS.length)
  @Field({
    api: { type: [LedgerNameInputDto], maxItems: NAMED_KINDS.length },
    rules: replacementRules(NAMED_KINDS.length, 'names', {
      message: 'must not name an account twice',
      passes: areDistinct,
    }),
  })
  names: LedgerNameInputDto[];
}

export function toExportSums(month: string, sums: MonthSums, names: LedgerNames): ExportSumsDto {
  return {
    month,
    journals: sums.journals,
    debit: toMajorUnits(sums.debitMinor),
    credit: toMajorUnits(sums.creditMinor),
    accounts: sums.accounts.map(({ account, other, debitMinor, creditMinor }) => ({
      ...toLedgerName(names, account),
      ...(other !== null && { name: other, default_name: other }),
      debit: toMajorUnits(debitMinor),
      credit: toMajorUnits(creditMinor),
    })),
  };
}

export function toLedgerNames(names: LedgerNames): LedgerNameDto[] {
  return NAMED_KINDS.map((account) => toLedgerName(names, account));
}

function toLedgerName(names: LedgerNames, account: AccountKind): LedgerNameDto {
  return { account, name: names[account], default_name: DEFAULT_LEDGER_NAMES[account] };
}

export function namesOf({ names }: ReplaceLedgerNamesDto): LedgerName[] {
  return names.map(({ account, name }) => ({ account, name }));
}

function areDistinct(names: readonly LedgerNameInputDto[]): boolean {
  const accounts = names.map(({ account }) => account).filter((account) => account !== undefined);
  return new Set(accounts).size === accounts.length;
}
