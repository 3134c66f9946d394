import type { ReceiptDto } from '../../../../api/generated/admin-types';
import { reverseReceiptMutation } from '../../../../api/generated/admin';
import { WaitsHint } from '../approvals/waiting';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatMoney, sumOf } from '../../../../shared/format';
import { useClientName } from '../../client/filter/client-name';
import { ReasonField } from '../../../../shared/text-fields';

/** Reverses a receipt that was a mistake or whose money did not arrive. */
export function ReverseReceipt({ receipt }: { receipt: ReceiptDto }) {
  const { id, reference, amount, tax_deducted: tax } = receipt;
  const taken = sumOf([amount, tax]);
  const client = useClientName(String(receipt.client_id));
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
            {`${formatMoney(taken)} ${tax > 0 ? 'with the tax that was deducted ' : ''}leaves the wallet of ${client}. `}
            What the wallet lacks becomes a debt, and holds the client’s orders. Orders that it paid
            stay paid. The reference can be recorded again.
          </p>
          <WaitsHint kind="reversal" clientId={receipt.client_id} amount={taken} />
          <ReasonField
            description="Shown in the audit log and in the file of the client’s statement"
            {...getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}
