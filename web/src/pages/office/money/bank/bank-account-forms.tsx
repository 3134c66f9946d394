import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BankAccountRecordDto } from '../../../../api/generated/admin-types';
import {
  addBankAccountMutation,
  changeBankAccountMutation,
  setBankAccountOpeningMutation,
} from '../../../../api/generated/admin';
import { FormButton } from '../../../../shared/forms/form-button';
import { shopToday } from '../../../../shared/format';
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
        </>
      )}
    </FormButton>
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
