import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { RecordedReceiptDto, RecordReceiptDto } from '../../../../api/generated/admin-types';
import { recordReceiptMutation } from '../../../../api/generated/admin';
import { approvalIn } from '../../../../api/waiting';
import { FormDialog } from '../../../../shared/forms/form-dialog';
import { formatMoney, plural, shopToday } from '../../../../shared/format';
import { startOfDay } from '../../../../shared/india-days';
import { Notice } from '../../../../shared/layout/notice';
import { useSavedForm } from '../../../../shared/forms/use-saved-form';
import { ClientField, clientIdOf } from '../../client/client-field';
import { useClientName } from '../../client/filter/client-name';
import { WaitsHint } from '../approvals/waiting';
import { NO_ANSWER, SimilarMoney, bodyOf } from '../similar-money';
import { OrdersToPay } from '../orders-to-pay';
import { AmountField } from '../../../../shared/text-fields';
import { typedNumber, amountOf } from '../../../../shared/forms/typed-number';

const SOURCES = [
  { value: 'bank', label: 'Bank: NEFT, RTGS, IMPS, UPI' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'other', label: 'Other' },
];

const EMPTY = {
  reference: '',
  amount: '',
  source: 'bank',
  orders: [] as string[],
  answer: NO_ANSWER,
};

type ReceiptValues = typeof EMPTY & { client: string; date: string };

const VALIDATE = {
  client: (value: string) => (clientIdOf(value) === null ? 'Choose a client from the list.' : null),
};

/** Records received money of one client and the orders that it was sent for. The next of a stack of receipts begins with the same source. */
export function RecordReceipt({ clientId }: { clientId?: number }) {
  const [isOpen, dialog] = useDisclosure(false);
  const [recorded, setRecorded] = useState<RecordedProps | null>(null);
  const today = shopToday();
  const initialValues = { ...EMPTY, client: clientId?.toString() ?? '', date: today };
  const { form, draft, save } = useSavedForm({
    name: 'receipt',
    isOpen,
    initialValues,
    validate: VALIDATE,
    send: (body: RecordReceiptDto, money) => recordReceiptMutation().mutationFn({ body, ...money }),
    onSaved: ({ data, status }, { reset }) => {
      if (approvalIn({ data }) === null) setRecorded({ data, status, clientId: chosen ?? 0 });
      form.setInitialValues({ ...initialValues, source: form.values.source });
      reset();
    },
  });
  const { client, amount, orders } = form.values;
  const chosen = clientIdOf(client);
  const open = (): void => {
    if (!form.isDirty()) {
      // The page may be open since yesterday.
      form.setInitialValues({ ...initialValues, date: shopToday() });
      form.reset();
    }
    dialog.open();
  };
  return (
    <>
      <Button onClick={open}>Record receipt</Button>
      <FormDialog
        fields={form}
        opened={isOpen}
        onClose={() => {
          dialog.close();
          setRecorded(null);
          save.reset();
        }}
        title="Record receipt"
        action={amount === '' ? 'Record receipt' : `Record ${formatMoney(amountOf(amount))}`}
        dismiss={recorded === null ? 'Cancel' : 'Done'}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={form.onSubmit((values) => save.mutate(toReceipt(values, today)))}
      >
        {recorded !== null && <Recorded {...recorded} />}
        {draft.offer}
        <SimilarMoney form={form} error={save.error} />
        {clientId === undefined && (
          <ClientField
            path="client"
            value={client}
            error={form.errors.client as string | undefined}
            onChange={(value) => form.setValues({ client: value, orders: [] })}
          />
        )}
        <PaymentFields form={form} today={today} />
        <WaitsHint kind="receipt" clientId={chosen} amount={amountOf(amount)} />
        {chosen !== null && (
          <OrdersToPay
            clientId={chosen}
            amount={amountOf(amount)}
            chosen={orders}
            onChange={(numbers) => form.setFieldValue('orders', numbers)}
          />
        )}
      </FormDialog>
    </>
  );
}

function toReceipt(values: ReceiptValues, today: string): RecordReceiptDto {
  const { client, source, reference, amount, date, orders, answer } = values;
  return {
    client_id: clientIdOf(client) ?? 0,
    source: source as RecordReceiptDto['source'],
    reference,
    amount: typedNumber(amount),
    ...(date !== today && { received_at: startOfDay(date) }),
    ...(orders.length > 0 && { orders }),
    ...bodyOf(answer),
  };
}

function PaymentFields({ form, today }: { form: UseFormReturnType<ReceiptValues>; today: string }) {
  return (
    <>
      <NativeSelect label="Source" data={SOURCES} {...form.getInputProps('source')} />
      <TextInput
        label="Reference"
        description="The UTR, the number of the cheque or another id of the payment. Each is recorded once"
        required
        autoComplete="off"
        {...form.getInputProps('reference')}
      />
      <AmountField {...form.getInputProps('amount')} />
      <TextInput
        label="Received on"
        type="date"
        max={today}
        required
        {...form.getInputProps('date')}
      />
    </>
  );
}

interface RecordedProps {
  data: RecordedReceiptDto;
  /** 200: an earlier call recorded it. */
  status: number;
  clientId: number;
}

function Recorded({ data, clientId, status }: RecordedProps) {
  const isOld = status === 200;
  const client = useClientName(String(clientId));
  const {
    amount,
    paid,
    credited,
    debt_paid: debtPaid,
    credit_paid: creditPaid,
    wallet_balance: balance,
    reference,
  } = data;
  const money = `${formatMoney(amount)} of ${client}`;
  const title = isOld
    ? `${money} was recorded as ${reference} before.`
    : `Recorded ${money} as ${reference}.`;
  return (
    <div role="status">
      <Notice tone={isOld ? 'waiting' : 'ok'} title={title}>
        <p>
          {debtPaid > 0 && `${formatMoney(debtPaid)} paid the client's debt. `}
          {creditPaid > 0 && `${formatMoney(creditPaid)} paid orders bought on account. `}
          {paid.length > 0 && `It paid ${plural(paid.length, 'order')}. `}
          {`${formatMoney(credited)} went to the wallet. The balance is ${formatMoney(balance)}.`}
        </p>
      </Notice>
    </div>
  );
}
