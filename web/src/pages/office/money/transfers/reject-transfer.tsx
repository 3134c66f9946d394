import type { TransferDto } from '../../../../api/generated/admin-types';
import { rejectTransferMutation } from '../../../../api/generated/admin';
import { FormButton } from '../../../../shared/forms/form-button';
import { ReasonField } from '../../../../shared/text-fields';

/** Rejects a transfer whose money did not arrive. The client sees the reason. */
export function RejectTransfer({ transfer: { id, utr } }: { transfer: TransferDto }) {
  return (
    <FormButton
      variant="subtle"
      label="Reject"
      aria-label={`Reject ${utr}`}
      title={`Reject transfer ${utr}`}
      action="Reject transfer"
      initialValues={{ reason: '' }}
      send={(body, money) => rejectTransferMutation().mutationFn({ path: { id }, body, ...money })}
    >
      {({ getInputProps }) => (
        <ReasonField description="The client sees it" {...getInputProps('reason')} />
      )}
    </FormButton>
  );
}
