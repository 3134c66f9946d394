import { useMutationState, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BankAccountRecordDto, BankLineDto } from '../../../../api/generated/admin-types';
import { listBankLinesOptions } from '../../../../api/generated/admin';
import { approvalIn } from '../../../../api/waiting';
import { useMay } from '../../../../frame/session';
import { formatDay, formatMoney, formatMonth } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { daysOfMonth } from '../../../../shared/india-days';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { useRowSelection } from '../../../../shared/lists/use-row-selection';
import { walletPreviewOptions } from '../../orders/pay-from-wallets';
import { WaitingText } from '../approvals/waiting';
import { LineActions, nameOf } from './line-actions';
import { isLate, LineText, signedAmount } from './line-columns';
import { LineState } from './line-state';
import { PayCredited, type Credited } from '../pay-credited';
import { settlementOf, SettleLines, whyNotSelected } from './settle-lines';

const route = getRouteApi('/signed-in/office/money');

export const LINE_COLUMNS: readonly Column<BankLineDto>[] = [
  column.day('Date', 'date'),
  column.wide('Line', (line) => <LineText line={line} />),
  column.wide('State', (line) => <LineState line={line} />),
  column.total('Amount', signedAmount),
];

/** Renders the lines of the statements of a bank account, with the buttons by which finance decides. */
export function BankLines({ account }: { account: BankAccountRecordDto }) {
  const { line: state, month, cursor } = route.useSearch();
  const days = month === undefined ? {} : daysOfMonth(month);
  const query = usePages(
    listBankLinesOptions({ query: { bank_account_id: account.id, state, ...days, cursor } }),
  );
  const mayBook = useMay('money:write');
  const [namedOrder, setNamedOrder] = useState<string | null>(null);
  const [credited, setCredited] = useState<readonly Credited[]>([]);
  const addCredited = (added: readonly (Credited | null)[]): void =>
    setCredited((earlier) => [...earlier, ...added.filter((one) => one !== null)]);
  const actions: Column<BankLineDto> = column.wide('Decision', (line) => (
    <LineActions
      line={line}
      onCredited={({ suggestion }, { matched }) => {
        const order = suggestion?.order_number ?? null;
        setNamedOrder(order);
        if (order === null) addCredited([matched]);
      }}
      onUndone={() =>
        setCredited((earlier) =>
          earlier.filter(({ client_id: id }) => id !== line.matched?.client_id),
        )
      }
    />
  ));
  const { chosen, choose, selectionWith } = useRowSelection({
    rows: query.data?.data ?? [],
    keyOf: ({ id }) => String(id),
    isSelectable: (line) => settlementOf(line) !== null,
    hint: whyNotSelected,
    label: (line) => `Select ${nameOf(line)}`,
    allLabel: 'Select all lines on this page that can be booked as suggested',
    filter: `${account.id} ${state} ${month}`,
    isLocked: false,
  });
  return (
    <>
      <BookedLast />
      {namedOrder !== null && <PayNamedOrder number={namedOrder} />}
      <PayCredited clients={credited} />
      <PagedList
        query={query}
        what="Lines of statements"
        columns={mayBook ? [...LINE_COLUMNS, actions] : LINE_COLUMNS}
        selection={
          mayBook
            ? selectionWith(
                <SettleLines
                  accountId={account.id}
                  lines={chosen}
                  onSettled={(refused) => {
                    const booked = chosen.filter((line) => !refused.includes(line));
                    addCredited(booked.map(({ suggestion }) => suggestion));
                    choose(refused);
                  }}
                />,
              )
            : undefined
        }
        empty={
          state === undefined && month === undefined
            ? 'No lines are stored yet. Choose a statement of the bank above, and store its lines.'
            : 'No lines match the filters.'
        }
      />
    </>
  );
}

/** Offers to pay the order that the credited line named, once the wallet can pay it. */
function PayNamedOrder({ number }: { number: string }) {
  const [wallet] = useQuery(walletPreviewOptions([number])).data?.data ?? [];
  if (wallet?.paid_count !== 1) return null;
  return (
    <div role="status">
      <Notice tone="waiting" title={`${formatMoney(wallet.balance)} is in the wallet.`}>
        <Link to="/office/orders/$number" params={{ number }}>
          {`Pay ${number} from the wallet`}
        </Link>
      </Notice>
    </div>
  );
}

/** Says of the line that was booked last that it waits for another person, or stands in a later month than the bank's. */
function BookedLast() {
  const answers = useMutationState({
    filters: { status: 'success' },
    select: ({ state }) => state.data,
  });
  const answer = answers.at(-1);
  const approval = approvalIn(answer);
  if (approval?.kind === 'bank_line') {
    return (
      <Notice tone="waiting" title="It waits for another person">
        <WaitingText approval={approval} />
      </Notice>
    );
  }
  const { data } = (answer ?? {}) as { data?: Partial<BankLineDto> };
  const { amount, date, booked_on: bookedOn = null } = data ?? {};
  if (amount === undefined || date === undefined || !isLate(date, bookedOn)) return null;
  const month = formatMonth(bookedOn.slice(0, 7));
  return (
    <div role="status">
      <Notice
        tone="calm"
        title={`${formatMoney(amount)} of ${formatDay(date)} is booked on ${formatDay(bookedOn)}.`}
      >
        {`It stands in the books of ${month}, whose month-end lists it as money of an earlier month.`}
      </Notice>
    </div>
  );
}
