import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getClientOptions, recordPayoutMutation } from '../../../api/generated/admin';
import { WaitsHint } from '../money/approvals/waiting';
import { FormButton } from '../../../shared/forms/form-button';
import { formatMoney } from '../../../shared/format';
import { AmountField } from '../../../shared/text-fields';
import { typedNumber, amountOf } from '../../../shared/forms/typed-number';

/** Records money of the wallet that the bank paid out to the client. */
export function PayOut({ clientId: id }: { clientId: number }) {
  const client = useQuery(getClientOptions({ path: { id } })).data?.data;
  return (
    <FormButton
      size="sm"
      label="Record payout"
      title={`Record a payout to ${client?.name ?? 'the client'}`}
      action="Record payout"
      initialValues={{ amount: '', reference: '', note: '' }}
      send={(values, money) =>
        recordPayoutMutation().mutationFn({
          path: { id },
          body: { ...values, amount: typedNumber(values.amount) },
          ...money,
        })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <p className="soft">
            {client !== undefined &&
              `The wallet holds ${formatMoney(client.wallet_balance ?? 0)}, from which this takes the money. `}
            Make the transfer at your bank first, unless this page says that it waits: then only
            once it is approved.
          </p>
          <WaitsHint kind="payout" clientId={id} amount={amountOf(values.amount)} />
          <AmountField data-autofocus {...getInputProps('amount')} />
          <TextInput
            label="Reference"
            description="The transfer’s id at your bank. Each id is recorded once"
            required
            autoComplete="off"
            {...getInputProps('reference')}
          />
          <TextInput label="Note" {...getInputProps('note')} />
        </>
      )}
    </FormButton>
  );
}
