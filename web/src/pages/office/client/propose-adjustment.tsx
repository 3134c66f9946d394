import { TextInput } from '@mantine/core';
import { proposeAdjustmentMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { AmountField } from '../../../shared/text-fields';
import { typedNumber } from '../../../shared/forms/typed-number';

/** Proposes a correction of the wallet, which another person approves or rejects. */
export function ProposeAdjustment({ clientId }: { clientId: number }) {
  return (
    <FormButton
      size="sm"
      label="Propose correction"
      action="Propose correction"
      initialValues={{ amount: '', reason: '' }}
      send={({ amount, reason }, money) =>
        proposeAdjustmentMutation().mutationFn({
          path: { id: clientId },
          body: { amount: typedNumber(amount), reason },
          ...money,
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <p className="soft">
            Nothing moves before another person approves it, unless it is within the limit.
          </p>
          <AmountField
            description="Positive: into the wallet. Negative: out of it"
            data-autofocus
            {...getInputProps('amount')}
          />
          <TextInput
            label="Reason"
            description="The client sees it in the statement"
            required
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}
