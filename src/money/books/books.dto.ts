import {
  responseDto,
  integer,
  money,
  parts,
  text,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import { Field, OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import { Month } from '../../platform/days/month.field.js';
import { MonthReportQuery } from '../reports/day/day-report.dto.js';
import {
  FORMATS_TEXT,
  TABLE_FORMATS,
  type TableFormat,
} from '../../platform/table-export/table-file.js';
import {
  JOURNAL_FORMATS,
  type AccountSums,
  type JournalFormat,
  type MonthSums,
} from './export/journal-export.service.js';
import {
  ACCOUNT_KINDS,
  CLIENT_NAME,
  DEFAULT_LEDGER_NAMES,
  isOfClients,
  NAMED_KINDS,
  type BookLedger,
  type LedgerNames,
  RATE,
} from './ledger-names.js';
import type { LedgerName } from './ledger-name.entity.js';

const NAME_LENGTH = 100;

type BookName = LedgerName & { defaultName: string };

export class LedgerExportQuery extends MonthReportQuery {
  @OneOf([...TABLE_FORMATS, ...JOURNAL_FORMATS], {
    api: {
      description:
        `${FORMATS_TEXT}; all three have a line for each posting. tally: vouchers for Tally's import. seals: JSON Lines with ` +
        'all that is stored of each journal and its seal. With tally, 422 `sales_vouchers` for a month whose file is ' +
        '`GET /admin/reports/tally`',
    },
  })
  format: TableFormat | JournalFormat;
}

/** A name in the accountant's books. */
const bookName = { name: text(), default_name: text('The name unless another one is set') };

/** An account's name in the accountant's books. */
export class LedgerNameDto extends responseDto<BookName>()({
  account: word(NAMED_KINDS),
  ...bookName,
}) {}

class AccountSumsDto extends responseDto<BookName & AccountSums>()({
  account: word(ACCOUNT_KINDS),
  ...bookName,
  debit: money(),
  credit: money(),
}) {}

export class ExportSumsDto extends responseDto<MonthSums & { month: string; names: LedgerNames }>()(
  {
    month: text({ example: '2026-11' }),
    journals: integer(),
    debit: money('Sum of all debits'),
    credit: money('Sum of all credits: the same amount'),
    accounts: [
      parts(AccountSumsDto),
      ({ accounts, names }) =>
        accounts.map((sums) => ({ ...bookNameOf(names, sums.account, sums.other), ...sums })),
    ],
  },
) {}

class LedgerNameInputDto {
  @OneOf(NAMED_KINDS)
  account: BookLedger;

  @Text({
    max: NAME_LENGTH,
    api: {
      example: 'HDFC Bank 5678',
      description: `In the names of clients' accounts, ${CLIENT_NAME} becomes the client's name; in that of sales, ${RATE} becomes the tax rate`,
    },
    rules: [
      textRule(
        'invalid_template',
        `must not contain ${CLIENT_NAME}: the account is not of a client`,
        (text, dto) =>
          !text.includes(CLIENT_NAME) ||
          isOfClients((dto as LedgerNameInputDto).account ?? ('' as BookLedger)),
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

export class PutSalesVouchersDto {
  @Month({ optional: true, description: 'The first month with vouchers of sales; null: none' })
  from_month?: string | null;
}

export class SalesVouchersDto extends responseDto<{ fromMonth: string | null }>()({
  from_month: text({ description: 'null: no month', example: '2026-11' }).orNull(),
}) {}

export function bookNamesOf(names: LedgerNames): BookName[] {
  return NAMED_KINDS.map((account) => bookNameOf(names, account));
}

/** @param other the name of an other account, which has no default name */
function bookNameOf(
  names: LedgerNames,
  account: BookLedger,
  other: string | null = null,
): BookName {
  return {
    account,
    name: other ?? names[account],
    defaultName: other ?? DEFAULT_LEDGER_NAMES[account],
  };
}

export function namesOf({ names }: ReplaceLedgerNamesDto): LedgerName[] {
  return names.map(({ account, name }) => ({ account, name }));
}

function areDistinct(names: readonly LedgerNameInputDto[]): boolean {
  const accounts = names.map(({ account }) => account).filter((account) => account !== undefined);
  return new Set(accounts).size === accounts.length;
}
