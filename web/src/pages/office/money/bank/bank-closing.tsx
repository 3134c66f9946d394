import { useQuery } from '@tanstack/react-query';
import type { BookedOnlyDto, ClosingDto } from '../../../../api/generated/admin/admin-api.schemas';
import {
  getBankAccountClosingOptions,
  listBankAccountsOptions,
} from '../../../../api/generated/admin/admin-api.tanstack';
import { formatMoney } from '../../../../shared/format';
import { FactList } from '../../../../shared/fact-list';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { DataTable, TableSkeleton, type Column } from '../../../../shared/lists/data-table';
import { Money } from '../../../../shared/money';
import { RelativeTime } from '../../../../shared/time';
import { LINE_COLUMNS } from './bank-lines';
import classes from './bank.module.css';

const BOOKED_COLUMNS: readonly Column<BookedOnlyDto>[] = [
  {
    header: 'Entry',
    cell: ({ kind, is_reversal: isReversal, reference }) => (
      <>
        <span className="mono">{reference ?? '–'}</span>
        <span className="soft small">{isReversal ? ` ${kind}, reversed` : ` ${kind}`}</span>
      </>
    ),
  },
  { header: 'Recorded', cell: ({ at }) => <RelativeTime at={at} /> },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} strong /> },
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
  const { ledger_balance: ledger, bank_balance: bank, unexplained } = closing;
  const { booked_only: bookedOnly, bank_only: bankOnly } = closing;
  return (
    <>
      <FactList
        facts={[
          ['Ledger', <Money key="ledger" amount={ledger} strong />],
          ['Bank', <Money key="bank" amount={bank} strong />],
        ]}
      />
      <div className={classes.between}>
        <Verdict bank={bank} ledger={ledger} unexplained={unexplained} />
      </div>
      {bookedOnly.length > 0 && (
        <div className={classes.between}>
          <p>Recorded, and on no statement until this day:</p>
          <DataTable
            caption="Recorded, and on no statement until this day"
            columns={BOOKED_COLUMNS}
            rows={bookedOnly}
            rowKey={({ journal_id: journal }) => journal}
          />
        </div>
      )}
      {bankOnly.length > 0 && (
        <div className={classes.between}>
          <p>On a statement, and not recorded until this day:</p>
          <DataTable
            caption="On a statement, and not recorded until this day"
            columns={LINE_COLUMNS}
            rows={bankOnly}
            rowKey={({ id }) => id}
          />
        </div>
      )}
    </>
  );
}

function Verdict({
  bank,
  ledger,
  unexplained,
}: {
  bank: number | null;
  ledger: number;
  unexplained: number | null;
}) {
  if (bank === null || unexplained === null) {
    return (
      <Notice tone="calm">
        Neither a statement nor an opening balance says what the bank has.
      </Notice>
    );
  }
  if (unexplained !== 0) {
    return (
      <Notice tone="bad" title={`${formatMoney(unexplained)} is unexplained.`}>
        Check the opening balance, and whether a statement is missing.
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
