import type { ReceiptDto } from '../../../../api/generated/admin-types';
import { reverseReceiptMutation } from '../../../../api/generated/admin';
import { WaitsHint } from '../approvals/waiting';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatMoney, sumOf } from '../../../../shared/format';
import { ReasonField } from '../../../../shared/text-fields';

/** Reverses a receipt that was a mistake or whose money did not arrive. */
export function ReverseReceipt({ receipt }: { receipt: ReceiptDto }) {
  const { id, reference, amount, tax_deducted: tax } = receipt;
  const taken = sumOf([amount, tax]);
  const name = reference ?? `receipt ${id}`;
  return (
    <FormButton
      label="Reverse"
      aria-label={`Reverse ${name}`}
      title={`Reverse ${name}`}
      action={`Take ${formatMoney(taken)} from the wallet`}
      initialValues={{ reason: '' }}
      send={(body, money) => reverseReceiptMutation().mutationFn({ path: { id }, body, ...money })}
    >
      {({ getInputProps }) => (
        <>
          <p className="soft">
            The money leaves the client’s wallet with the tax deducted from it. Orders that it paid
            stay paid. The reference can be recorded again.
          </p>
          <WaitsHint kind="reversal" amount={taken} />
          <ReasonField
            description="Shown in the audit log and in the client’s statement"
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}
