import { Button, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  GatewayRefundDto,
  ReceiptDto,
} from '../../../../api/generated/admin/admin-api.schemas';
import {
  listRefundsToSourceOptions,
  refundToSourceMutation,
} from '../../../../api/generated/admin/admin-api.tanstack';
import { DataTable, type Column } from '../../../../shared/lists/data-table';
import { FormDialog } from '../../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../../shared/forms/form-problem';
import { sumOf } from '../../../../shared/format';
import { Money } from '../../../../shared/money';
import { PasswordGate } from '../../../../shared/forms/password-gate';
import { useMoneyMutation } from '../../../../shared/forms/use-money-mutation';
import { useWaiting, WaitsHint } from '../approvals/waiting';
import { RefundStatus } from '../gateway/refund-status';

const COLUMNS: readonly Column<GatewayRefundDto>[] = [
  { header: 'Reference', cell: ({ reference }) => <span className="mono">{reference}</span> },
  {
    header: 'State',
    isWide: true,
    cell: ({ status }) => <RefundStatus status={status} />,
  },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** Returns money of a gateway payment to its source. */
export function RefundToSource({ receipt }: { receipt: ReceiptDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const { id, amount } = receipt;
  const waiting = useWaiting();
  const [wanted, setWanted] = useState(String(amount));
  const queryClient = useQueryClient();
  const refunds = useQuery({ ...listRefundsToSourceOptions({ path: { id } }), enabled: isOpen });
  const made = refunds.data?.data ?? [];
  const sent = sumOf(made.filter(({ status }) => status !== 'failed').map((each) => each.amount));
  const left = sumOf([amount, -sent]);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { amount: String(amount), reference: '', reason: '' },
    onValuesChange: (values) => setWanted(values.amount),
  });
  const refund = useMoneyMutation(
    {
      ...refundToSourceMutation(),
      onSuccess: async ({ data }) => {
        form.reset();
        dialog.close();
        waiting.show(data);
        await queryClient.invalidateQueries();
      },
      onError: (error) => showFieldProblems(form, error),
    },
    isOpen,
  );
  const name = receipt.reference ?? `receipt ${id}`;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Refund ${name} to its source`}
        onClick={dialog.open}
      >
        Refund to source
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Refund ${name}`}
        action="Refund to source"
        isBusy={refund.isPending}
        error={refund.error}
        onSubmit={form.onSubmit((values) =>
          refund.mutate({ path: { id }, body: { ...values, amount: Number(values.amount) } }),
        )}
      >
        <p className="soft">
          The amount leaves the client’s wallet immediately and returns to the card or account that
          the client paid with. <Money amount={left} /> of this payment can still be refunded.
        </p>
        <WaitsHint kind="refund" amount={Number(wanted)} />
        {made.length > 0 && (
          <DataTable
            caption="Refunds of this payment"
            columns={COLUMNS}
            rows={made}
            rowKey={({ reference }) => reference}
          />
        )}
        <Fields form={form} />
      </FormDialog>
      {waiting.dialog}
      <PasswordGate mutation={refund} />
    </>
  );
}

interface FieldsProps {
  form: UseFormReturnType<{ amount: string; reference: string; reason: string }>;
}

function Fields({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Amount"
        type="number"
        min="0.01"
        step="0.01"
        required
        data-autofocus
        key={form.key('amount')}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Your reference"
        description="A repeated reference is refunded only once"
        required
        autoComplete="off"
        key={form.key('reference')}
        {...form.getInputProps('reference')}
      />
      <TextInput
        label="Reason"
        required
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
    </>
  );
}
