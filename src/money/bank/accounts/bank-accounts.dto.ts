import { ApiExtraModels, getSchemaPath, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  day,
  flag,
  integer,
  money,
  part,
  parts,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import { Amount, Field, Name, OneOf, Text, textRule } from '../../../platform/http/input/fields.js';
import { listRule } from '../../../platform/http/input/dto-list.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { Day } from '../../../platform/days/day.field.js';
import {
  PRESETS,
  STATEMENT_COLUMNS,
  type PresetName,
  type StatementColumn,
} from '../statement-file/presets.js';
import type { ColumnMapping } from '../statement-file/types.js';
import { UPI_ADDRESS } from '../../bank-transfers/upi.js';
import type { BankAccount } from './bank-account.entity.js';
import type { BankAccountData } from './bank-accounts.repository.js';
import type { OpeningBalance } from './bank-accounts.service.js';

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const LAST4 = /^\d{4}$/;

export class NewBankAccountDto {
  @Name({ max: LIMITS.nameLength, api: { example: 'HDFC current account' } })
  name: string;

  @Text({
    max: 11,
    optional: true,
    api: { nullable: true, example: 'HDFC0000001', description: "The branch's code" },
    rules: [textRule('invalid_ifsc', 'must be an IFSC, as HDFC0000001', (text) => IFSC.test(text))],
  })
  ifsc?: string | null;

  @Text({
    max: 4,
    optional: true,
    api: {
      nullable: true,
      example: '5678',
      description: 'The last four digits of the account number',
    },
    rules: [textRule('digits_expected', 'must be four digits', (text) => LAST4.test(text))],
  })
  account_last4?: string | null;

  @Text({
    max: LIMITS.bankDetailsLength,
    min: 0,
    optional: true,
    lineBreaks: true,
    api: {
      nullable: true,
      example: 'Indigo Wholesale\nAccount 50100012345678\nIFSC HDFC0000001',
      description: 'Payment instructions, printed on pages and documents',
    },
  })
  details?: string | null;

  @Text({
    max: LIMITS.upiAddressLength,
    optional: true,
    api: {
      nullable: true,
      example: 'indigo@upi',
      description: 'Clients of the default account pay to it with a QR code',
    },
    rules: [
      textRule('invalid_upi', 'must be a UPI address, as indigo@upi', (text) =>
        UPI_ADDRESS.test(text),
      ),
    ],
  })
  upi_address?: string | null;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      example: 1_000,
      description:
        'A debit above it is not suggested as a charge of the bank; 1,000 unless it is set',
    },
  })
  charge_limit?: number | null;
}

class MappedColumnDto {
  @Text({
    max: LIMITS.columnNameLength,
    api: { description: 'The name of the column in the file' },
  })
  header: string;

  @OneOf(STATEMENT_COLUMNS, { optional: true, api: { description: 'Left out: it is ignored' } })
  column?: StatementColumn | null;
}

/** The meaning of the columns of a bank's statements. */
@ApiExtraModels(MappedColumnDto)
export class ColumnMappingDto {
  @OneOf(PRESETS, { optional: true, api: { description: 'The bank whose form it is' } })
  preset?: PresetName | null;

  @ValidateNested({ each: true })
  @Type(() => MappedColumnDto)
  @Field({
    api: { type: [MappedColumnDto], minItems: 1, maxItems: LIMITS.statementFileColumns },
    rules: [
      listRule(
        LIMITS.statementFileColumns,
        'columns',
        (column) => column instanceof MappedColumnDto,
      ),
    ],
  })
  columns: MappedColumnDto[];
}

@ApiExtraModels(ColumnMappingDto)
export class ChangeBankAccountDto extends OmitType(NewBankAccountDto, ['name']) {
  @Name({ max: LIMITS.nameLength, optional: true })
  name?: string | null;

  @ValidateNested()
  @Type(() => ColumnMappingDto)
  @Field({
    optional: true,
    api: {
      oneOf: [{ $ref: getSchemaPath(ColumnMappingDto) }, { type: 'null' }],
      description:
        'The columns that the next statement is read with; null: recognized by their names',
    },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => value instanceof ColumnMappingDto,
      },
    ],
  })
  column_mapping?: ColumnMappingDto | null;
}

export class SetOpeningDto {
  @Day({
    description: 'The bank shows the balance at the beginning of this day, which has begun',
    hasBegunOnly: true,
  })
  date: string;

  @Amount({
    min: -toMajorUnits(LIMITS.moneyMinor),
    max: toMajorUnits(LIMITS.moneyMinor),
    api: { example: 250_000, description: 'Below zero: overdrawn' },
  })
  balance: number;
}

class RecordedColumnDto extends responseDto<{ header: string; column: string | null }>()({
  header: text(),
  column: text('null: it is ignored').orNull(),
}) {}

class RecordedMappingDto extends responseDto<ColumnMapping>()({
  preset: text('The bank whose form it is').orNull(),
  columns: parts(RecordedColumnDto),
}) {}

export class BankAccountRecordDto extends responseDto<BankAccount>()({
  id: integer(),
  name: text(),
  ifsc: text().orNull(),
  account_last4: text().orNull(),
  details: [text().orNull(), ({ details }) => (details === '' ? null : details)],
  upi_address: text('Where clients pay to by UPI').orNull(),
  is_default: [flag('Whether clients send money to it'), 'isDefault'],
  opened_on: day(
    'The first day that is compared with the bank; null: no opening balance was set',
  ).orNull(),
  opening_balance: [money('The balance at its beginning').orNull(), 'openingMinor'],
  charge_limit: money('A debit above it is not suggested as a charge of the bank'),
  column_mapping: part(
    RecordedMappingDto,
    'The columns of the last statement; null: none was read',
  ).orNull(),
}) {}

export function toNewBankAccount(dto: NewBankAccountDto): BankAccountData {
  return {
    name: dto.name,
    ifsc: dto.ifsc ?? null,
    accountLast4: dto.account_last4 ?? null,
    details: dto.details ?? '',
    upiAddress: dto.upi_address ?? null,
    ...chargeLimitOf(dto),
  };
}

/** Reads the fields that a request changes. null clears a field; the name cannot be cleared. */
export function toBankAccountChange(dto: ChangeBankAccountDto): Partial<BankAccountData> {
  return {
    name: dto.name ?? undefined,
    ifsc: dto.ifsc,
    accountLast4: dto.account_last4,
    details: dto.details === null ? '' : dto.details,
    upiAddress: dto.upi_address,
    ...chargeLimitOf(dto),
    columnMapping: toColumnMapping(dto.column_mapping),
  };
}

/** Reads the limit of charges that a request sets; nothing unless it sets one. */
function chargeLimitOf({
  charge_limit: limit,
}: Pick<NewBankAccountDto, 'charge_limit'>): Pick<BankAccountData, 'chargeLimitMinor'> {
  return limit == null ? {} : { chargeLimitMinor: toMinorUnits(limit) };
}

function toColumnMapping(
  mapping: ColumnMappingDto | null | undefined,
): BankAccount['columnMapping'] | undefined {
  if (mapping == null) return mapping;
  const columns = mapping.columns.map(({ header, column }) => ({ header, column: column ?? null }));
  return { preset: mapping.preset ?? null, columns };
}

export function toOpening({ date, balance }: SetOpeningDto): OpeningBalance {
  return { date, balanceMinor: toMinorUnits(balance) };
}
