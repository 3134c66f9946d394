import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  getOwnStatementOptions,
  getOwnWalletOptions,
  listOwnWalletEntriesOptions,
} from '../../api/generated/dashboard';
import { EmptyState } from '../../shared/layout/empty-state';
import { formatMonth, shopToday } from '../../shared/format';
import { PagedList, usePages } from '../../shared/lists/list-view';
import { Money } from '../../shared/money';
import { PageHeader } from '../../shared/layout/page-header';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { entryColumns } from '../../statement/entry-columns';
import { DownloadOrPrint } from '../../shared/lists/download';
import { StatementBalances } from '../../statement/statement-balances';
import { AddMoney } from './add-money';
import { AutoPaySection } from './auto-pay-section';
import { BankTransfersSection } from './bank-transfers-section';
import { OpenItemsSection } from './open-items-section';
import classes from './wallet-page.module.css';
import { OwnOrderLink } from '../../order/order-link';

const route = getRouteApi('/signed-in/client/wallet');

const COLUMNS = entryColumns((number) => <OwnOrderLink number={number} />);

/** Renders the wallet: its balance, and the statement of a month. */
export function WalletPage() {
  const { month = shopToday().slice(0, 7), cursor } = route.useSearch();
  const wallet = useQuery(getOwnWalletOptions());
  const statement = useQuery(getOwnStatementOptions({ query: { month } }));
  const entries = usePages(listOwnWalletEntriesOptions({ query: { month, cursor } }));
  return (
    <>
      <PageHeader
        title="Wallet"
        action={<AddMoney />}
        detail={
          wallet.data !== undefined && (
            <>
              Balance <Money amount={wallet.data.data.balance} strong />
              {wallet.data.data.debt > 0 && (
                <>
                  {' · To be paid back: '}
                  <Money amount={wallet.data.data.debt} strong />, which your next payment covers
                  first
                </>
              )}
            </>
          )
        }
      />
      <Loaded query={wallet} what="The balance" />
      <div className="sections">
        {wallet.data !== undefined && <OpenItemsSection wallet={wallet.data.data} />}
        <SectionCard
          title={`Statement of ${formatMonth(month)}`}
          aside={
            <DownloadOrPrint path="/dashboard/api/wallet/statement/export" filter={{ month }} />
          }
        >
          <MonthField month={month} />
          {statement.data !== undefined && <StatementBalances statement={statement.data.data} />}
          <PagedList
            query={entries}
            what="Entries of the statement"
            columns={COLUMNS}
            empty={
              <EmptyState action={<Link to="/orders">Orders to pay</Link>}>
                The wallet did not change in this month.
              </EmptyState>
            }
          />
        </SectionCard>
        <BankTransfersSection />
        <AutoPaySection />
      </div>
    </>
  );
}

function MonthField({ month }: { month: string }) {
  const navigate = useNavigate();
  return (
    <TextInput
      className={`${classes.month} no-print`}
      label="Month"
      type="month"
      value={month}
      max={shopToday().slice(0, 7)}
      onChange={({ target: { value } }) => {
        if (value !== '') void navigate({ to: '/wallet', search: { month: value } });
      }}
    />
  );
}
