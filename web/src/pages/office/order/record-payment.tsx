import { NativeSelect, TextInput } from '@mantine/core';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { recordPaymentMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { WaitsHint } from '../money/approvals/waiting';
import { formatMoney } from '../../../shared/format';
import { paymentMethod } from '../../../shared/terms/payment-method';

const METHODS = [
  'bank_transfer',
  'neft',
  'rtgs',
  'imps',
  'upi',
  'cheque',
  'cash',
  'card',
  'other',
  'wallet',
  'credit',
];
const WITHOUT_REFERENCE = ['wallet', 'credit'];
const NEEDS_REFERENCE = ['cheque', 'other'];

/** Records that an order was paid, or pays it from the client's wallet or on account. */
export function RecordPayment({ order }: { order: OrderRecordDto }) {
  const { order_number, total = 0 } = order;
  return (
    <FormButton
      variant="subtle"
      label="Record payment"
      title={`Payment of ${order_number}`}
      action={`Record ${formatMoney(total)}`}
      initialValues={{ method: 'bank_transfer', reference: '' }}
      send={({ method, reference }, money) =>
        recordPaymentMutation().mutationFn({
          path: { order_number },
          body: {
            method,
            ...(!WITHOUT_REFERENCE.includes(method) && { reference }),
            amount: total,
          },
          ...money,
        })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <NativeSelect
            label="Paid by"
            data-autofocus
            data={METHODS.map((value) => ({ value, label: paymentMethod(value) }))}
            {...getInputProps('method')}
          />
          <TextInput
            label="Reference"
            description="The UTR, or the number of the cheque or receipt; a payment with the same reference is recorded once"
            required={NEEDS_REFERENCE.includes(values.method)}
            autoComplete="off"
            {...getInputProps('reference')}
          />
          {!WITHOUT_REFERENCE.includes(values.method) && (
            <WaitsHint kind="receipt" amount={total} />
          )}
        </>
      )}
    </FormButton>
  );
}
