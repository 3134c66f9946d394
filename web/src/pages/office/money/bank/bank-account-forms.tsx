import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { BankAccountRecordDto } from '../../../../api/generated/admin-types';
import {
  addBankAccountMutation,
  changeBankAccountMutation,
  getBankAccountClosingOptions,
  setBankAccountOpeningMutation,
} from '../../../../api/generated/admin';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatMoney, shopToday, sumOf } from '../../../../shared/format';
import { shifted } from '../../../../shared/india-days';
import { AmountField } from '../../../../shared/text-fields';
import { typedNumber } from '../../../../shared/forms/typed-number';

const EMPTY = {
  name: '',
  ifsc: '',
  account_last4: '',
  details: '',
  upi_address: '',
  charge_limit: '1000',
};

type AccountValues = typeof EMPTY;

export function AddBankAccount() {
  return (
    <FormButton
      size="sm"
      label="Add bank account"
      action="Add bank account"
      initialValues={EMPTY}
      send={(values) => addBankAccountMutation().mutationFn({ body: bodyOf(values) })}
    >
      {(form) => (
        <>
          <p className="soft small">
            Money is believed to have come by the statements of this account. An owner other than
            you approves it first, if there is one.
          </p>
          <AccountFields form={form} />
        </>
      )}
    </FormButton>
  );
}

/** Changes the name and the details of a bank account. */
export function ChangeBankAccount({ account }: { account: BankAccountRecordDto }) {
  const { id, name, ifsc, account_last4: last4, details, charge_limit: limit } = account;
  return (
    <FormButton
      label="Change"
      aria-label={`Change ${name}`}
      title={`Change ${name}`}
      action="Save"
      initialValues={{
        name,
        ifsc: ifsc ?? '',
        account_last4: last4 ?? '',
        details: details ?? '',
        upi_address: account.upi_address ?? '',
        charge_limit: String(limit),
      }}
      send={(values) =>
        changeBankAccountMutation().mutationFn({ path: { id }, body: bodyOf(values) })
      }
    >
      {(form) => <AccountFields form={form} />}
    </FormButton>
  );
}

/** Sets the balance from which on the ledger is compared with the bank. */
export function SetOpening({ account }: { account: BankAccountRecordDto }) {
  const { id, name, opened_on: openedOn, opening_balance: opening } = account;
  const today = shopToday();
  return (
    <FormButton
      label="Opening balance"
      aria-label={`Opening balance of ${name}`}
      title={`Opening balance of ${name}`}
      action="Set opening balance"
      initialValues={{ date: openedOn ?? today, balance: opening === null ? '' : String(opening) }}
      send={({ date, balance }, money) =>
        setBankAccountOpeningMutation().mutationFn({
          path: { id },
          body: { date, balance: typedNumber(balance) },
          ...money,
        })
      }
    >
      {(form) => (
        <>
          <TextInput
            label="Day"
            description="The balance is the bank’s at the beginning of this day"
            type="date"
            max={today}
            required
            data-autofocus
            {...form.getInputProps('date')}
          />
          <AmountField
            label="Balance"
            description="Negative if the account is overdrawn. The difference from the ledger is booked, once an owner other than you has approved it, if there is one"
            {...form.getInputProps('balance')}
          />
          <LedgerDifference account={account} {...form.values} />
        </>
      )}
    </FormButton>
  );
}

interface LedgerDifferenceProps {
  account: BankAccountRecordDto;
  date: string;
  balance: string;
}

/**
 * Says what the ledger has at the beginning of a day, and the difference that an opening balance books. Closings leave out the
 * opening balance before its day, so nothing is said about earlier days.
 */
function LedgerDifference({ account, date, balance }: LedgerDifferenceProps) {
  const { id, opened_on: openedOn, opening_balance: opening } = account;
  const isLater = date !== '' && (openedOn === null || date > openedOn);
  const query = { date: isLater ? shifted(date, { days: -1 }) : '' };
  const options = getBankAccountClosingOptions({ path: { id }, query });
  const closing = useQuery({ ...options, enabled: isLater }).data?.data.ledger_balance;
  const known = date !== '' && date === openedOn ? opening : closing;
  if (known == null) return null;
  const typed: unknown = typedNumber(balance);
  const difference = typeof typed === 'number' ? sumOf([typed, -known]) : null;
  return (
    <p className="soft small">
      {`The ledger has ${formatMoney(known)} at the beginning of this day.`}
      {difference !== null && ` ${formatMoney(difference)} is booked as the difference.`}
    </p>
  );
}

function bodyOf(values: AccountValues) {
  const { name, ifsc, account_last4: last4, details, upi_address: upi } = values;
  const given = (text: string): string | null => (text.trim() === '' ? null : text);
  return {
    name,
    ifsc: given(ifsc),
    account_last4: given(last4),
    details: given(details),
    upi_address: given(upi),
    charge_limit: typedNumber(values.charge_limit),
  };
}

function AccountFields({ form }: { form: UseFormReturnType<AccountValues> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="Shown to operators only, such as “HDFC current account”"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput label="IFSC" {...form.getInputProps('ifsc')} />
      <TextInput
        label="Last four digits of the account number"
        inputMode="numeric"
        {...form.getInputProps('account_last4')}
      />
      <Textarea
        label="Details for clients who send money"
        description="Shown on their pages and documents while this is the default account"
        autosize
        minRows={3}
        {...form.getInputProps('details')}
      />
      <TextInput
        label="UPI address"
        description="Clients get a QR code for it while this is the default account, such as “indigo@upi”"
        autoComplete="off"
        {...form.getInputProps('upi_address')}
      />
      <AmountField
        label="Suggest charges up to"
        description="A larger debit is not suggested as a charge, even if its text names one"
        {...form.getInputProps('charge_limit')}
      />
    </>
  );
}
