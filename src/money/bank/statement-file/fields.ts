import { normalized, type ColumnField } from '../../../platform/table-file/columns.js';
import { PRESETS, type PresetForm, type StatementColumn } from './presets.js';

/** A column of statements that a column of a file can fill. */
export interface StatementField extends ColumnField {
  column: StatementColumn;
}

const FORMS: readonly PresetForm[] = Object.values(PRESETS).flatMap(({ forms }) => [...forms]);

/** Every field, in the order in which pages offer it, with the column names of the known banks and of others. */
export const STATEMENT_FIELDS: readonly StatementField[] = [
  field('date', 'Date', 'post date|posting date|posted date|trans date|txn posted date'),
  field('value_date', 'Value date', 'value'),
  field('description', 'Description', 'details|remarks|transaction details|transaction|narrative'),
  field(
    'reference',
    'Reference',
    'utr|utr no|utr number|utr rrn|rrn|reference|reference no|reference number|ref|ref no|ref number|chq ref no|chq no|cheque|cheque details|transaction reference|transaction id|instrument no|instrument id',
  ),
  field(
    'debit',
    'Money out',
    'withdraw|withdrawal|withdrawals|withdrawal amount|debits|dr amt|debit amt|paid out',
  ),
  field('credit', 'Money in', 'deposit|deposit amount|credits|cr amt|credit amt|paid in'),
  field('amount', 'Amount', 'transaction amount|txn amount|value amount'),
  field('direction', 'In or out (Dr/Cr)', 'debit credit|credit debit|transaction type|txn type'),
  field('balance', 'Balance', 'available balance|balance amount|line balance'),
  field('balance_direction', 'Balance is Dr or Cr', 'balance type|balance dr cr'),
];

function field(column: StatementColumn, label: string, others: string): StatementField {
  // Banks use “Dr / Cr” for the direction of the amount and for that of the balance. The name alone means the amount's.
  const known = column === 'balance_direction' ? [] : FORMS.map((form) => form[column] ?? column);
  const names = [...known, column, ...others.split('|')].map(normalized);
  return { column, label, names: [...new Set(names)] };
}
