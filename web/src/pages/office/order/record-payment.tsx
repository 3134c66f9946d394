import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { recordPaymentMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { walletPreviewOptions } from '../orders/pay-from-wallets';
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

/** Records that an order was paid, or pays it from the client's wallet or on account: first from the wallet, if it can. */
export function RecordPayment({ order }: { order: OrderRecordDto }) {
  const { order_number, total = 0 } = order;
  const [wallet] = useQuery(walletPreviewOptions([order_number])).data?.data ?? [];
  const methods = wallet?.paid_count === 1 ? ['wallet', ...METHODS] : METHODS;
  return (
    <FormButton
      variant="filled"
      size="sm"
      label="Record payment"
      title={`Payment of ${order_number}`}
      action={`Record ${formatMoney(total)}`}
      initialValues={{ method: methods[0]!, reference: '' }}
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
            data={[...new Set(methods)].map((value) => ({ value, label: paymentMethod(value) }))}
            description={wallet && `The wallet holds ${formatMoney(wallet.balance)}`}
            {...getInputProps('method')}
          />
          {!WITHOUT_REFERENCE.includes(values.method) && (
            <>
              <TextInput
                label="Reference"
                description="The UTR, or the number of the cheque or receipt; a payment with the same reference is recorded once"
                required={NEEDS_REFERENCE.includes(values.method)}
                autoComplete="off"
                {...getInputProps('reference')}
              />
              <WaitsHint kind="receipt" clientId={order.client_id} amount={total} />
            </>
          )}
        </>
      )}
    </FormButton>
  );
}
