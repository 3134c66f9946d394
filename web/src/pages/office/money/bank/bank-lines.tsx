import { getRouteApi } from '@tanstack/react-router';
import type { BankAccountRecordDto, BankLineDto } from '../../../../api/generated/admin-types';
import { listBankLinesOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { useRowSelection } from '../../../../shared/lists/use-row-selection';
import { LineActions, nameOf } from './line-actions';
import { LineText, signedAmount } from './line-columns';
import { LineState } from './line-state';
import { settlementOf, SettleLines } from './settle-lines';

const route = getRouteApi('/signed-in/office/money');

export const LINE_COLUMNS: readonly Column<BankLineDto>[] = [
  column.day('Date', 'date'),
  column.wide('Line', (line) => <LineText line={line} />),
  column.wide('State', (line) => <LineState line={line} />),
  column.total('Amount', signedAmount),
];

const ACTIONS: Column<BankLineDto> = column.wide('Decision', (line) => <LineActions line={line} />);

/** Renders the lines of the statements of a bank account, with the buttons by which finance decides. */
export function BankLines({ account }: { account: BankAccountRecordDto }) {
  const { line: state, cursor } = route.useSearch();
  const query = usePages(
    listBankLinesOptions({ query: { bank_account_id: account.id, state, cursor } }),
  );
  const mayBook = useMay('money:write');
  const { chosen, choose, selectionWith } = useRowSelection({
    rows: query.data?.data ?? [],
    keyOf: ({ id }) => String(id),
    isSelectable: (line) => settlementOf(line) !== null,
    label: (line) => `Select ${nameOf(line)}`,
    allLabel: 'Select all lines on this page that can be booked as suggested',
    filter: `${account.id} ${state}`,
    isLocked: false,
  });
  return (
    <PagedList
      query={query}
      what="Lines of statements"
      columns={mayBook ? [...LINE_COLUMNS, ACTIONS] : LINE_COLUMNS}
      selection={
        mayBook
          ? selectionWith(<SettleLines accountId={account.id} lines={chosen} onSettled={choose} />)
          : undefined
      }
      empty={
        state === undefined
          ? 'No lines yet. Choose a statement of the bank above.'
          : 'No lines are in this state.'
      }
    />
  );
}
