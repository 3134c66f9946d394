import { TextInput } from '@mantine/core';
import { proposeAdjustmentMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';

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
          body: { amount: Number(amount), reason },
          ...money,
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <p className="soft">
            Nothing moves before another person approves it, unless it is within the limit.
          </p>
          <TextInput
            label="Amount"
            description="Positive: into the wallet. Negative: out of it"
            type="number"
            step="0.01"
            required
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
