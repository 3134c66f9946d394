import { NativeSelect, TextInput } from '@mantine/core';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { recordPaymentMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormButton } from '../../../shared/forms/form-button';
import { formatMoney } from '../../../shared/format';
import { paymentMethod } from '../../../shared/terms/payment-method';

const METHODS = ['bank_transfer', 'neft', 'rtgs', 'imps', 'upi', 'cash', 'wallet', 'credit'];
const WITHOUT_REFERENCE = ['wallet', 'credit'];

/** Records that an order was paid, or pays it from the client's wallet or on account. */
export function RecordPayment({ order }: { order: OrderRecordDto }) {
  const { order_number, total = 0 } = order;
  return (
    <FormButton
      variant="subtle"
      size="compact-sm"
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
      {({ getInputProps }) => (
        <>
          <NativeSelect
            label="Paid by"
            data-autofocus
            data={METHODS.map((value) => ({ value, label: paymentMethod(value) }))}
            {...getInputProps('method')}
          />
          <TextInput
            label="Reference"
            description="The UTR, or the number of the receipt; a payment with the same reference is recorded once"
            autoComplete="off"
            {...getInputProps('reference')}
          />
        </>
      )}
    </FormButton>
  );
}
