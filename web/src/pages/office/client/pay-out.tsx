import { TextInput } from '@mantine/core';
import { recordPayoutMutation } from '../../../api/generated/admin';
import { WaitsHint } from '../money/approvals/waiting';
import { FormButton } from '../../../shared/forms/form-button';
import { AmountField } from '../../../shared/text-fields';
import { typedNumber, amountOf } from '../../../shared/forms/typed-number';

/** Records money of the wallet that the bank paid out to the client. */
export function PayOut({ clientId }: { clientId: number }) {
  return (
    <FormButton
      size="sm"
      label="Record payout"
      action="Record payout"
      initialValues={{ amount: '', reference: '', note: '' }}
      send={(values, money) =>
        recordPayoutMutation().mutationFn({
          path: { id: clientId },
          body: { ...values, amount: typedNumber(values.amount) },
          ...money,
        })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <p className="soft">
            Make the transfer at your bank first, or, if it has to wait, once it is approved. This
            takes it from the wallet.
          </p>
          <WaitsHint kind="payout" amount={amountOf(values.amount)} />
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
