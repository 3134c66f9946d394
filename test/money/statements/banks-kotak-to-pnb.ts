import { csvText, utf16, workbook } from '../../support/shop/supplier-file.js';
import {
  closingOf,
  comma,
  creditOf,
  dash,
  dayAs,
  debitOf,
  grouped,
  marked,
  named,
  plain,
  serial,
  side,
  slash,
  sumOf,
  type BankWriter,
} from './statement-writer.js';

export const KOTAK_TO_PNB: readonly BankWriter[] = [
  {
    preset: 'kotak',
    form: 'one amount',
    header:
      'Sl. No. | Transaction Date | Value Date | Description | Chq / Ref No. | Amount | Dr / Cr | Balance | Dr / Cr',
    above: () => [
      ' |  | Account Statement',
      'INDIGO WHOLESALE |  |  |  | Period | From 01/11/2026 To 30/11/2026',
    ],
    cellsOf: (one, index) => [
      ...[index + 1, `${dash(one.day)} 19:40:46`, dash(one.day), one.description, one.reference],
      ...[grouped(one.amountMinor), marked(one)],
      ...[grouped(Math.abs(one.balanceMinor)), side(one.balanceMinor)],
    ],
    below: (opening, booked) => [
      ['Opening balance', `as on 01/11/2026   INR ${grouped(opening)}`],
      ['Closing balance', `as on 30/11/2026   INR ${grouped(closingOf(opening, booked))}`],
    ],
    encode: comma,
  },
  {
    preset: 'kotak',
    form: 'two amounts',
    header:
      'Sl. No. | Transaction Date | Value Date | Description | Chq / Ref No. | Debit | Credit | Balance | Dr / Cr',
    cellsOf: (one, index) => [
      ...[index + 1, `${dash(one.day)} 19:40:46`, dash(one.day), one.description, one.reference],
      ...[debitOf(one, grouped), creditOf(one, grouped)],
      ...[grouped(Math.abs(one.balanceMinor)), side(one.balanceMinor)],
    ],
    isLatestFirst: true,
    encode: comma,
  },
  {
    preset: 'yes',
    form: 'net banking',
    header:
      'Transaction Date | Value Date | Cheque No/Reference No | Description | Withdrawals | Deposits | Running Balance',
    cellsOf: (one) => [
      ...[named(one.day), named(one.day), one.reference, one.description],
      ...[debitOf(one, grouped), creditOf(one, grouped), grouped(one.balanceMinor)],
    ],
    encode: (rows) => Buffer.from(`\uFEFF${csvText(rows, ',')}`),
  },
  {
    preset: 'yes',
    form: 'one amount',
    header:
      'Transaction Date | Value Date | Description | Reference Number | CR/DR | Amount | Running Balance',
    cellsOf: (one) => [
      ...[named(one.day), named(one.day), one.description, one.reference],
      ...[marked(one), grouped(one.amountMinor), grouped(one.balanceMinor)],
    ],
    encode: (rows) => Buffer.from(csvText(rows, ';')),
  },
  {
    preset: 'indusind',
    form: 'net banking',
    header: 'Sr.No. | Date | Type | Description | Debit | Credit | Balance',
    above: () => ['Account Information', 'Transaction List'],
    cellsOf: (one, index) => [
      ...[index + 1, dayAs('dd Mon yyyy')(one.day)],
      `Transfer ${one.direction === 'in' ? 'Credit' : 'Debit'}`,
      one.description,
      ...[debitOf(one, grouped, '-'), creditOf(one, grouped, '-'), grouped(one.balanceMinor)],
    ],
    encode: comma,
  },
  {
    preset: 'indusind',
    form: 'one amount',
    header: 'Transaction Date | Value Date | Narration | Reference No | Amount | Dr/Cr | Balance',
    cellsOf: (one) => [
      ...[slash(one.day), slash(one.day), one.description, one.reference],
      ...[grouped(one.amountMinor), one.direction === 'in' ? 'C' : 'D', grouped(one.balanceMinor)],
    ],
    encode: (rows) => utf16(csvText(rows, '\t')),
  },
  {
    preset: 'idfc',
    form: 'net banking',
    header: 'Transaction Date | Value Date | Particulars | Cheque No. | Debit | Credit | Balance',
    above: (opening) => [
      'STATEMENT OF ACCOUNT',
      'STATEMENT PERIOD |  | 01-NOV-2026 to 30-NOV-2026',
      ['Opening Balance', '', grouped(opening)],
    ],
    cellsOf: (one) => [
      ...[serial(one.day), serial(one.day), one.description, one.reference],
      debitOf(one, (minor) => minor / 100),
      creditOf(one, (minor) => minor / 100),
      one.balanceMinor / 100,
    ],
    below: (_, booked) => [
      ['Total', '', '', '', sumOf(booked, 'out') / 100, sumOf(booked, 'in') / 100, ''],
    ],
    encode: (rows) => workbook(rows, 'Account Statement'),
  },
  {
    preset: 'bob',
    form: 'net banking',
    header:
      'TRAN DATE | VALUE DATE | NARRATION | CHQ.NO. | WITHDRAWAL(DR) | DEPOSIT(CR) | BALANCE(INR)',
    cellsOf: (one) => [
      ...[slash(one.day), slash(one.day), one.description, one.reference],
      ...[debitOf(one, grouped), creditOf(one, grouped)],
      `${grouped(Math.abs(one.balanceMinor))}${one.balanceMinor < 0 ? 'Dr' : 'Cr'}`,
    ],
    encode: comma,
  },
  {
    preset: 'pnb',
    form: 'net banking',
    header:
      'Txn No. | Txn Date | Description | Branch Name | Cheque No. | Dr Amount | Cr Amount | Balance',
    above: () => [
      'Account Statement for Account Number 2222000011119999',
      'Branch Name: | INDORE | MAIN BAZAR',
      'IFSC: | PUNB0999999',
    ],
    cellsOf: (one, index) => [
      ...[`T${20721400 + index}`, slash(one.day), one.description, '-', one.reference],
      ...[debitOf(one, plain), creditOf(one, plain)],
      `${plain(Math.abs(one.balanceMinor))} ${one.balanceMinor < 0 ? 'Dr.' : 'Cr.'}`,
      '',
    ],
    below: () => [
      [],
      '***Generated through PNB ONE ***',
      '1.  Unless constituent notifies the bank immediately, the account is correct.',
    ],
    isLatestFirst: true,
    encode: comma,
  },
];
