import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { StatementDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  getOwnStatementOptions,
  getOwnWalletOptions,
  listOwnWalletEntriesOptions,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { EmptyState } from '../../shared/empty-state';
import { formatMonth, isoDay } from '../../shared/format';
import { Icon } from '../../shared/icon';
import { ListView } from '../../shared/list-view';
import { Money } from '../../shared/money';
import { PageHeader } from '../../shared/page-header';
import { Pager } from '../../shared/pager';
import { ProblemNotice } from '../../shared/problem-notice';
import { SectionCard } from '../../shared/section-card';
import { AddMoney } from './add-money';
import { AutoPaySection } from './auto-pay-section';
import { BankTransfersSection } from './bank-transfers-section';
import { ENTRY_COLUMNS } from './entry-columns';
import classes from './wallet-page.module.css';

const route = getRouteApi('/signed-in/client/wallet');

/** The wallet: its balance, and the statement of a month. */
export function WalletPage() {
  const { month = isoDay(new Date()).slice(0, 7), cursor } = route.useSearch();
  const wallet = useQuery(getOwnWalletOptions());
  const statement = useQuery(getOwnStatementOptions({ query: { month } }));
  const entries = useQuery({
    ...listOwnWalletEntriesOptions({ query: { month, cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Wallet"
        action={<AddMoney />}
        detail={
          wallet.data !== undefined && (
            <>
              Balance <Money amount={wallet.data.data.balance} strong />
            </>
          )
        }
      />
      {wallet.error !== null && (
        <ProblemNotice
          error={wallet.error}
          title="The balance could not be loaded."
          onRetry={() => void wallet.refetch()}
        />
      )}
      <div className={classes.sections}>
        <SectionCard title={`Statement of ${formatMonth(month)}`} aside={<Actions month={month} />}>
          <MonthField month={month} />
          {statement.data !== undefined && <Balances statement={statement.data.data} />}
          <ListView
            query={entries}
            what="Entries of the statement"
            columns={ENTRY_COLUMNS}
            rowKey={({ id }) => id}
            empty={
              <EmptyState action={<Link to="/orders">Orders to pay</Link>}>
                Nothing changed the wallet in this month.
              </EmptyState>
            }
          />
          <Pager cursor={cursor} nextCursor={entries.data?.next_cursor} />
        </SectionCard>
        <BankTransfersSection />
        <AutoPaySection />
      </div>
    </>
  );
}

function Actions({ month }: { month: string }) {
  return (
    <div className={classes.actions}>
      <Button
        component="a"
        href={`/dashboard/api/wallet/statement/export?month=${month}`}
        download
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="download" size={15} />}
      >
        Download CSV
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="print" size={15} />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
}

function MonthField({ month }: { month: string }) {
  const navigate = useNavigate();
  return (
    <TextInput
      className={classes.month}
      label="Month"
      type="month"
      value={month}
      max={isoDay(new Date()).slice(0, 7)}
      onChange={({ target: { value } }) => {
        if (value !== '') void navigate({ to: '/wallet', search: { month: value } });
      }}
    />
  );
}

function Balances({ statement }: { statement: StatementDto }) {
  const { opening, received, spent, closing } = statement;
  return (
    <dl className={classes.balances}>
      <div>
        <dt>Opening balance</dt>
        <dd>
          <Money amount={opening} />
        </dd>
      </div>
      <div>
        <dt>+ Received</dt>
        <dd>
          <Money amount={received} />
        </dd>
      </div>
      <div>
        <dt>− Spent</dt>
        <dd>
          <Money amount={spent} />
        </dd>
      </div>
      <div>
        <dt>= Closing balance</dt>
        <dd>
          <Money amount={closing} strong />
        </dd>
      </div>
    </dl>
  );
}
