import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { dateInShop } from '../../../../../../src/platform/time-zone.ts';
import type { BankAccountRecordDto, BankLineDto } from '../../../../api/generated/admin-types';
import {
  getBankAccountClosingOptions,
  listApprovalsOptions,
  listBankAccountsOptions,
  listBankLinesOptions,
} from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { daysOfMonth } from '../../../../shared/india-days';
import { formatMoney, plural, shopToday } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { LINE_STATES } from '../bank/line-state';

/** What is counted of each list; there may be more. */
const COUNTED_MAX = 500;
const OPEN_STATES = ['suggested', 'unmatched'] as const;

/** What is undecided, and where on the page Money it is decided. */
interface OpenItem {
  text: string;
  search: LinkProps['search'];
}

/** Finds what a month leaves undecided: lines of the bank, accounts that do not agree, and money that waits for a second person. */
function useStillOpen(month: string): readonly OpenItem[] {
  const mayReadBank = useMay('bank:read');
  const days = daysOfMonth(month);
  const waiting = useQuery(
    listApprovalsOptions({ query: { status: 'waiting', limit: COUNTED_MAX } }),
  ).data;
  const all = useQuery({ ...listBankAccountsOptions(), enabled: mayReadBank }).data?.data ?? [];
  const accounts = all.filter(({ opened_on: opened }) => opened === null || opened <= days.to);
  const lines = [
    useLines(days, 'suggested', mayReadBank),
    useLines(days, 'unmatched', mayReadBank),
  ];
  const today = shopToday();
  const unexplained = useUnexplained(accounts, days.to < today ? days.to : today);
  const approvals = (waiting?.data ?? []).filter(
    ({ amount, proposed_at: at }) => amount !== null && dateInShop(new Date(at)) <= days.to,
  );
  const ofLines = accounts.flatMap(({ id, name }) =>
    OPEN_STATES.flatMap((state, index): OpenItem[] => {
      const count = lines[index]!.filter((line) => line.bank_account_id === id).length;
      const named = `${name}: ${LINE_STATES[state].label.toLowerCase()}`;
      const text = counted(count, `line of ${named}`, `lines of ${named}`);
      const search = { tab: 'bank', account: String(id), line: state, month } as const;
      return count === 0 ? [] : [{ text, search }];
    }),
  );
  const [one, many] = ['entry waits for another person', 'entries wait for another person'];
  const text = counted(approvals.length, one, many);
  const ofApprovals: OpenItem = { text, search: { tab: 'approvals' } };
  const missing = useMissing(days.to < today ? accounts : [], month);
  return [...missing, ...ofLines, ...unexplained, ...(approvals.length === 0 ? [] : [ofApprovals])];
}

function counted(count: number, one: string, many: string): string {
  return count < COUNTED_MAX ? plural(count, one, many) : `${COUNTED_MAX} ${many} or more`;
}

function useLines(
  days: { from: string; to: string },
  state: (typeof OPEN_STATES)[number],
  enabled: boolean,
): readonly BankLineDto[] {
  const query = { ...days, state, limit: COUNTED_MAX };
  return useQuery({ ...listBankLinesOptions({ query }), enabled }).data?.data ?? [];
}

/** Finds the accounts that have no statement line in a month. */
function useMissing(accounts: readonly BankAccountRecordDto[], month: string): OpenItem[] {
  return useQueries({
    queries: accounts.map(({ id }) =>
      listBankLinesOptions({ query: { bank_account_id: id, ...daysOfMonth(month), limit: 1 } }),
    ),
    combine: (lists) =>
      lists.flatMap(({ data }, index): OpenItem[] => {
        const { id, name } = accounts[index]!;
        const text = `No line of a statement of ${name} is stored for this month`;
        const search = { tab: 'bank', account: String(id), month } as const;
        return data?.data.length === 0 ? [{ text, search }] : [];
      }),
  });
}

/** Finds the accounts whose bank has another balance at the end of a day than ledger and lines explain. */
function useUnexplained(accounts: readonly BankAccountRecordDto[], date: string): OpenItem[] {
  return useQueries({
    queries: accounts.map(({ id }) =>
      getBankAccountClosingOptions({ path: { id }, query: { date } }),
    ),
    combine: (closings) =>
      closings.flatMap(({ data }, index): OpenItem[] => {
        const amount = data?.data.unexplained ?? 0;
        const text = `${formatMoney(amount)} of ${accounts[index]!.name} is unexplained`;
        return amount === 0 ? [] : [{ text, search: { tab: 'day', date } }];
      }),
  });
}

/** Renders what a month leaves undecided; nothing if there is nothing. */
export function StillOpen({ month }: { month: string }) {
  const items = useStillOpen(month);
  if (items.length === 0) return null;
  return (
    <Notice tone="waiting" title="Still to decide in this month">
      <ul>
        {items.map(({ text, search }) => (
          <li key={text}>
            <Link to="/office/money" search={search}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <p>What is booked after the month is in the books of the day of booking.</p>
    </Notice>
  );
}
