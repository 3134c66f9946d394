import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BookedOnlyDto, ClosingDto } from '../../../../api/generated/admin-types';
import {
  getBankAccountClosingOptions,
  listBankAccountsOptions,
} from '../../../../api/generated/admin';
import { formatMoney } from '../../../../shared/format';
import { FactList } from '../../../../shared/fact-list';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import {
  DataTable,
  TableSkeleton,
  type DataTableProps,
  type Keyed,
} from '../../../../shared/lists/data-table';
import { Money } from '../../../../shared/money';
import { LINE_COLUMNS } from './bank-lines';
import classes from './bank.module.css';

/** Rows of each list of a closing. */
const LISTED_MAX = 500;

const BOOKED_COLUMNS: readonly Column<BookedOnlyDto>[] = [
  column.cell('Entry', ({ kind, is_reversal: isReversal, reference }) => (
    <>
      <span className="mono">{reference ?? '–'}</span>
      <span className="soft small">{isReversal ? ` ${kind}, reversed` : ` ${kind}`}</span>
    </>
  )),
  column.time('Recorded', 'at'),
  column.total('Amount', 'amount'),
];

/** Renders the closing of each bank account on a day: the ledger, the bank, and what is between them. */
export function BankClosings({ date }: { date: string }) {
  const accounts = useQuery(listBankAccountsOptions());
  return accounts.data?.data.map(({ id, name }) => (
    <SectionCard key={id} title={name}>
      <AccountClosing id={id} date={date} />
    </SectionCard>
  ));
}

function AccountClosing({ id, date }: { id: number; date: string }) {
  const closing = useQuery(getBankAccountClosingOptions({ path: { id }, query: { date } }));
  if (closing.error !== null) {
    return (
      <ProblemNotice
        error={closing.error}
        title="The bank account could not be compared."
        onRetry={() => void closing.refetch()}
      />
    );
  }
  if (closing.data === undefined) return <TableSkeleton rows={3} />;
  return <Comparison closing={closing.data.data} />;
}

function Comparison({ closing }: { closing: ClosingDto }) {
  const { ledger_balance: ledger, bank_balance: bank } = closing;
  return (
    <>
      <FactList
        facts={[
          ['Ledger', <Money key="ledger" amount={ledger} strong />],
          ['Bank', <Money key="bank" amount={bank} strong />],
        ]}
      />
      <div className={classes.between}>
        <Verdict closing={closing} />
      </div>
      <Between
        caption="Recorded, and on no statement until this day"
        columns={BOOKED_COLUMNS}
        rows={closing.booked_only}
        rowKey={({ journal_id: journal }) => journal}
      />
      <Between
        caption="On a statement, and not recorded until this day"
        columns={LINE_COLUMNS}
        rows={closing.bank_only}
        rowKey={({ id }) => id}
      />
    </>
  );
}

/** Renders what one side has and the other has not. */
function Between<Row>(table: DataTableProps<Row> & Keyed<Row>) {
  const { length } = table.rows;
  if (length === 0) return null;
  return (
    <div className={classes.between}>
      <p>{`${table.caption}${length === LISTED_MAX ? `, the first ${LISTED_MAX}` : ''}:`}</p>
      <DataTable {...table} />
    </div>
  );
}

function Verdict({ closing }: { closing: ClosingDto }) {
  const { ledger_balance: ledger, bank_balance: bank, unexplained, date } = closing;
  const { bank_account: account } = closing;
  if (bank === null || unexplained === null) {
    return (
      <Notice tone="calm">
        Neither a statement nor an <OpeningLink account={account} /> says what the bank has.
      </Notice>
    );
  }
  if (unexplained !== 0) {
    return (
      <Notice tone="bad" title={`${formatMoney(unexplained)} is unexplained.`}>
        {account.opened_on === null ? 'Enter the ' : 'Check the '}
        <OpeningLink account={account} />
        {account.opened_on === null && ', which this account has not yet'}, and look whether a
        statement is missing among the{' '}
        <Link
          to="/office/money"
          search={{ tab: 'bank', account: String(account.id), month: date.slice(0, 7) }}
        >
          lines of this month
        </Link>
        .
      </Notice>
    );
  }
  return (
    <Notice
      tone="ok"
      title={
        bank === ledger
          ? 'Ledger and bank agree.'
          : `What follows explains the difference of ${formatMoney(ledger - bank)}.`
      }
    />
  );
}

/** Leads to where the opening balance of an account is entered. */
function OpeningLink({ account }: { account: ClosingDto['bank_account'] }) {
  return (
    <Link
      to="/office/money"
      search={{ tab: 'bank', account: String(account.id), view: 'accounts' }}
    >
      opening balance
    </Link>
  );
}
