import { Link, getRouteApi } from '@tanstack/react-router';
import { lazyPage } from '../../../../routes/lazy-page';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { BankAccountRecordDto } from '../../../../api/generated/admin-types';
import { listBankAccountsOptions } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { TableSkeleton } from '../../../../shared/lists/data-table';
import { FilterBar, FilterDate, FilterSelect } from '../../../../shared/lists/filter-bar';
import { BankAccount } from './bank-account';
import { AddBankAccount } from './bank-account-forms';
import { BankLines } from './bank-lines';
import { LINE_STATES } from './line-state';
import { OtherAccounts } from './other-accounts';
import classes from './bank.module.css';

const route = getRouteApi('/signed-in/office/money');

const StatementUpload = lazyPage(() => import('./upload/statement-upload'), 'StatementUpload');

const STATES = [
  { value: '', label: 'Every state' },
  ...Object.entries(LINE_STATES).map(([value, { label }]) => ({ value, label })),
];

/** Renders the lines of a bank account's statements with what finance can do with each, or the settings of the accounts. */
export function BankTab() {
  const { account: accountId } = route.useSearch();
  const accounts = useQuery(listBankAccountsOptions());
  if (accounts.error !== null) {
    return (
      <ProblemNotice
        error={accounts.error}
        title="The bank accounts could not be loaded."
        onRetry={() => void accounts.refetch()}
      />
    );
  }
  if (accounts.data === undefined) return <TableSkeleton />;
  const { data } = accounts.data;
  const named = data.find(({ id }) => String(id) === accountId);
  // An account that was just added is not in the list that was kept: another one must not take its statement.
  if (named === undefined && accountId !== undefined && accounts.isFetching)
    return <TableSkeleton />;
  const account = named ?? data[0];
  if (account === undefined) return null;
  return <Account key={account.id} accounts={data} account={account} />;
}

interface AccountProps {
  accounts: readonly BankAccountRecordDto[];
  account: BankAccountRecordDto;
}

function Account({ accounts, account }: AccountProps) {
  const { line, month, view } = route.useSearch();
  const mayWrite = useMay('money:write');
  const isOfAccounts = view === 'accounts';
  return (
    <div className={classes.stack}>
      <div className={classes.tools}>
        <FilterBar>
          {accounts.length > 1 && (
            <FilterSelect
              label="Bank account"
              parameter="account"
              value={String(account.id)}
              options={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          {!isOfAccounts && (
            <>
              <FilterSelect
                label="State of the lines"
                parameter="line"
                value={line}
                options={STATES}
              />
              {/* Month-end links to the lines of a month. */}
              {month !== undefined && (
                <FilterDate label="Month" parameter="month" value={month} type="month" />
              )}
            </>
          )}
          <Link
            to="/office/money"
            search={{
              tab: 'bank',
              account: String(account.id),
              view: isOfAccounts ? undefined : 'accounts',
            }}
            className={classes.link}
          >
            {isOfAccounts ? 'Lines of statements' : 'Accounts'}
          </Link>
        </FilterBar>
        {!isOfAccounts && mayWrite && (
          <Suspense fallback={null}>
            <StatementUpload account={account} />
          </Suspense>
        )}
      </div>
      {isOfAccounts ? (
        <>
          <BankAccount account={account} />
          {mayWrite && <AddBankAccount />}
          <OtherAccounts />
        </>
      ) : (
        <BankLines account={account} />
      )}
    </div>
  );
}
