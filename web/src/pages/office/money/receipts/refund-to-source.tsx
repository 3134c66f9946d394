import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GatewayRefundDto, ReceiptDto } from '../../../../api/generated/admin-types';
import {
  listRefundsToSourceOptions,
  refundToSourceMutation,
} from '../../../../api/generated/admin';
import { column, type Column } from '../../../../shared/lists/columns';
import { DataTable } from '../../../../shared/lists/data-table';
import { WaitsHint } from '../approvals/waiting';
import { FormButton } from '../../../../shared/forms/form-button';
import { Money } from '../../../../shared/money';
import { RefundStatus } from '../gateway/refund-status';
import { AmountField } from '../../../../shared/text-fields';
import { typedNumber, amountOf } from '../../../../shared/forms/typed-number';

const COLUMNS: readonly Column<GatewayRefundDto>[] = [
  column.code('Reference', 'reference'),
  column.wide('State', ({ status }) => <RefundStatus status={status} />),
  column.money('Amount', 'amount'),
];

/** Sends money of a gateway payment back to its source. */
export function RefundToSource({ receipt }: { receipt: ReceiptDto }) {
  const { id, refundable } = receipt;
  const name = receipt.reference ?? `receipt ${id}`;
  return (
    <FormButton
      label="Refund to source"
      aria-label={`Refund to source: ${name}`}
      title={`Refund ${name}`}
      action="Refund to source"
      initialValues={{ amount: String(refundable), reference: '', reason: '' }}
      send={(values, money) =>
        refundToSourceMutation().mutationFn({
          path: { id },
          body: { ...values, amount: typedNumber(values.amount) },
          ...money,
        })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <EarlierRefunds receipt={receipt} />
          <WaitsHint kind="refund" clientId={receipt.client_id} amount={amountOf(values.amount)} />
          <AmountField data-autofocus {...getInputProps('amount')} />
          <TextInput
            label="Your reference"
            description="A repeated reference is refunded only once"
            required
            autoComplete="off"
            {...getInputProps('reference')}
          />
          <TextInput label="Reason" required {...getInputProps('reason')} />
        </>
      )}
    </FormButton>
  );
}

function EarlierRefunds({ receipt: { id, refundable } }: { receipt: ReceiptDto }) {
  const refunds = useQuery(listRefundsToSourceOptions({ path: { id } }));
  const made = refunds.data?.data ?? [];
  return (
    <>
      <p className="soft">
        The amount leaves the client’s wallet immediately and returns to the card or account that
        the client paid with. <Money amount={refundable} /> of this payment can still be refunded.
      </p>
      {made.length > 0 && (
        <DataTable
          caption="Refunds of this payment"
          columns={COLUMNS}
          rows={made}
          rowKey={({ reference }) => reference}
        />
      )}
    </>
  );
}
