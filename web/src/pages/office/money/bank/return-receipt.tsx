import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BankLineDto, ReturnableReceiptDto } from '../../../../api/generated/admin-types';
import {
  listReturnableReceiptsOptions,
  returnBankLineMutation,
} from '../../../../api/generated/admin';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatDay, formatMoney } from '../../../../shared/format';
import { LineToBook } from './line-columns';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';

interface ReturnProps {
  line: BankLineDto;
  name: string;
}

/** Reverses the receipt that the service suggests for a returned payment. */
export function ReturnLine({ line, name }: ReturnProps) {
  const { id, amount } = line;
  return (
    <ConfirmButton
      label="Reverse the receipt"
      aria-label={`Reverse the receipt: ${name}`}
      title={`Reverse the receipt of ${formatMoney(amount)}`}
      color="red"
      isDangerous
      action="Reverse the receipt"
      busy="Reversing…"
      send={(money) => returnBankLineMutation().mutationFn({ path: { id }, body: {}, ...money })}
    >
      <LineToBook line={line} />
      <p>
        The bank took this payment back. It leaves the client’s wallet with the tax deducted from
        it; what the wallet lacks becomes the client’s debt, and its orders are on hold until it is
        paid.
      </p>
    </ConfirmButton>
  );
}

const EMPTY = { receipt: '', receipt_id: '' };
/** The choice of a receipt that is not offered. */
const BY_NUMBER = 'number';

/** Reverses the receipt that a person chooses for a returned payment. */
export function ReturnReceipt({ line, name }: ReturnProps) {
  const { id, amount } = line;
  return (
    <FormButton
      label="Returned payment…"
      aria-label={`Returned payment: ${name}`}
      title={`Reverse the receipt of ${formatMoney(amount)}`}
      draftName={`return ${id}`}
      action="Reverse the receipt"
      initialValues={EMPTY}
      send={({ receipt, receipt_id: typed }, money) =>
        returnBankLineMutation().mutationFn({
          path: { id },
          body: { receipt_id: Number(receipt === BY_NUMBER ? typed : receipt) },
          ...money,
        })
      }
    >
      {(form) => (
        <>
          <LineToBook line={line} />
          <ReceiptFields line={line} form={form} />
        </>
      )}
    </FormButton>
  );
}

interface ReceiptFieldsProps {
  line: BankLineDto;
  form: UseFormReturnType<typeof EMPTY>;
}

function ReceiptFields({ line: { id, amount, suggestion }, form }: ReceiptFieldsProps) {
  const query = useQuery(listReturnableReceiptsOptions({ path: { id } }));
  const receipts = query.data?.data;
  const [only, another] = receipts ?? [];
  // A line that names no client may return the money of another receipt.
  const isNamed = another === undefined && only?.client_id === suggestion?.client_id;
  const chosen = isNamed ? only?.receipt_id : undefined;
  const { setFieldValue } = form;
  useEffect(() => {
    if (chosen !== undefined) setFieldValue('receipt', String(chosen));
  }, [chosen, setFieldValue]);
  if (query.error !== null) {
    return <ProblemNotice error={query.error} title="The receipts could not be loaded." />;
  }
  if (receipts === undefined) return <p className="soft">Looking for receipts…</p>;
  return (
    <>
      <NativeSelect
        label="Receipt"
        description={
          receipts.length === 0
            ? `No receipt of ${formatMoney(amount)} came to this account. Choose “Other account…” for the line instead, or wait until the receipt is recorded`
            : 'It leaves the client’s wallet with the tax deducted from it'
        }
        required
        data-autofocus
        data={[
          { value: '', label: 'Choose a receipt' },
          ...receipts.map((receipt) => ({
            value: String(receipt.receipt_id),
            label: labelOf(receipt),
          })),
          { value: BY_NUMBER, label: 'Another one, by its number' },
        ]}
        {...form.getInputProps('receipt')}
      />
      {form.values.receipt === BY_NUMBER && (
        <TextInput
          label="Number of the receipt"
          inputMode="numeric"
          required
          {...form.getInputProps('receipt_id')}
        />
      )}
    </>
  );
}

function labelOf(receipt: ReturnableReceiptDto): string {
  const { receipt_id: id, client_name: client, reference, received_at: at } = receipt;
  const number = reference ?? `receipt ${id}`;
  return `${client}, ${formatDay(at)}, ${number}${receipt.is_reversed ? ', reversed already' : ''}`;
}
