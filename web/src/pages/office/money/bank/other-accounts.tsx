import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BankLineDto, OtherAccountDto } from '../../../../api/generated/admin-types';
import {
  addOtherAccountMutation,
  bookBankLineMutation,
  changeOtherAccountMutation,
  listOtherAccountsOptions,
} from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { choices } from '../../../../shared/choices';
import { CheckField } from '../../../../shared/forms/check-field';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatMoney } from '../../../../shared/format';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import { ListView } from '../../../../shared/lists/list-view';
import { LineToBook } from './line-columns';
import { WaitsHint } from '../approvals/waiting';

type Type = OtherAccountDto['type'];

const TYPES: Record<Type, string> = {
  expense: 'Expense',
  tax: 'Tax',
  drawing: 'Drawing',
  transfer: 'Transfer between own accounts',
  loan: 'Loan',
  interest: 'Interest',
  charges: 'Charges of the bank',
};
const ADDED_TYPES = choices(TYPES).filter(({ value }) => value !== 'charges');

const COLUMNS: readonly Column<OtherAccountDto>[] = [
  column.text('Name', 'name'),
  column.cell('Type', ({ type }) => TYPES[type]),
  column.cell('Offered', ({ is_hidden: isHidden }) => (isHidden ? 'No' : 'Yes')),
  {
    header: 'Change',
    permission: 'money:write',
    cell: (account) => <ChangeAccount account={account} />,
  },
];

/** Renders the list of accounts for money that is no client's. */
export function OtherAccounts() {
  const query = useQuery(listOtherAccountsOptions());
  const mayWrite = useMay('money:write');
  return (
    <SectionCard title="Other accounts" aside={mayWrite && <AddAccount />}>
      <p className="soft">
        For money of the bank that is no client’s. The names are also those in the accountant’s
        books.
      </p>
      <ListView
        query={query}
        what="Other accounts"
        columns={COLUMNS}
        empty="There are no other accounts."
      />
    </SectionCard>
  );
}

/** Lists the accounts that are offered for new entries. */
export function useOfferedAccounts(): readonly OtherAccountDto[] {
  const accounts = useQuery(listOtherAccountsOptions()).data?.data ?? [];
  return accounts.filter(({ is_hidden: isHidden }) => !isHidden);
}

interface BookToProps {
  line: BankLineDto;
  name: string;
  label: string;
  account: OtherAccountDto;
}

/** Books a line to the account that the service suggests. */
export function BookTo({ line, name, label, account }: BookToProps) {
  const { id, amount } = line;
  return (
    <ConfirmButton
      label={label}
      aria-label={`${label}: ${name}`}
      title={`Book ${formatMoney(amount)} to “${account.name}”`}
      action={`Book ${formatMoney(amount)}`}
      busy="Booking…"
      send={(money) =>
        bookBankLineMutation().mutationFn({
          path: { id },
          body: { other_account_id: account.id },
          ...money,
        })
      }
    >
      <LineToBook line={line} />
      <WaitsHint kind="payout" clientId={null} amount={amount} />
    </ConfirmButton>
  );
}

interface BookLineProps {
  line: BankLineDto;
  name: string;
  label?: string;
  /** The only type of account that is offered. */
  type?: Type;
  /** What the person should know first. */
  hint?: string;
}

/** Books a line to another account than a client's. */
export function BookLine({ line, name, label = 'Other account', type, hint }: BookLineProps) {
  const { id, amount, direction } = line;
  const accounts = useOfferedAccounts();
  const offered = accounts.filter((account) => type === undefined || account.type === type);
  return (
    <FormButton
      label={`${label}…`}
      aria-label={`${label}: ${name}`}
      title={`Book ${formatMoney(amount)} to another account`}
      draftName={`book ${id}`}
      action={`Book ${formatMoney(amount)}`}
      initialValues={{ account: '' }}
      send={({ account }, money) =>
        bookBankLineMutation().mutationFn({
          path: { id },
          body: { other_account_id: Number(account) },
          ...money,
        })
      }
    >
      {(form) => (
        <>
          <LineToBook line={line} />
          {hint !== undefined && <p>{hint}</p>}
          <p className="soft">
            {direction === 'out'
              ? 'The money left the bank account. No client pays it.'
              : 'The money came to the bank account. No client gets it.'}
          </p>
          <WaitsHint kind="payout" clientId={null} amount={amount} />
          <NativeSelect
            label="Account"
            required
            data-autofocus
            data={[
              { value: '', label: 'Choose an account' },
              ...offered.map((account) => ({ value: String(account.id), label: account.name })),
            ]}
            {...form.getInputProps('account')}
          />
          <p className="soft small">
            None fits?{' '}
            <Link to="/office/money" search={{ tab: 'bank', view: 'accounts' }}>
              Add an account
            </Link>
          </p>
        </>
      )}
    </FormButton>
  );
}

function AddAccount() {
  return (
    <FormButton
      label="Add account"
      action="Add account"
      initialValues={{ name: '', type: 'expense' }}
      send={({ name, type }) =>
        addOtherAccountMutation().mutationFn({
          body: { name, type: type as Exclude<Type, 'charges'> },
        })
      }
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Such as “Rent”"
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <NativeSelect label="Type" data={ADDED_TYPES} {...form.getInputProps('type')} />
        </>
      )}
    </FormButton>
  );
}

function ChangeAccount({ account }: { account: OtherAccountDto }) {
  const { id, name, is_hidden: isHidden } = account;
  return (
    <FormButton
      label="Change"
      aria-label={`Change ${name}`}
      title={`Change ${name}`}
      action="Save"
      initialValues={{ name, is_offered: !isHidden }}
      send={(values) =>
        changeOtherAccountMutation().mutationFn({
          path: { id },
          body: { name: values.name, is_hidden: !values.is_offered },
        })
      }
    >
      {(form) => (
        <>
          <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
          <CheckField
            label="Offered for new entries"
            {...form.getInputProps('is_offered', { type: 'checkbox' })}
          />
        </>
      )}
    </FormButton>
  );
}
