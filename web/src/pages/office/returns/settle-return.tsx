import { Button, NativeSelect, NumberInput, TextInput, type ButtonProps } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  OrderRecordDto,
  PreviewRefundDto,
  RefundOrderDto,
} from '../../../api/generated/admin-types';
import { getOrderOptions, refundOrderMutation } from '../../../api/generated/admin';
import { hasEnded } from '../../../order/shipment-state';
import { CreditNotePreview } from './credit-note-preview';
import { useMay } from '../../../frame/session';
import { CheckField } from '../../../shared/forms/check-field';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { formatMoney, plural, sumOf } from '../../../shared/format';
import { Money } from '../../../shared/money';
import { Notice } from '../../../shared/layout/notice';
import { useSavedForm, type FieldOf } from '../../../shared/forms/use-saved-form';
import {
  linesWithUnits,
  unitsByLine,
  unitsField,
  type UnitsByLine,
} from '../../../order/units-field';
import { AmountField } from '../../../shared/text-fields';
import { typedNumber } from '../../../shared/forms/typed-number';

interface SettleReturnProps {
  orderNumber: string;
  label: string;
  size?: ButtonProps['size'];
  /** Receives a sentence about what was done. */
  onSettled?: (text: string) => void;
}

/** Decides on a returned order: units back on the shelf, and money back to the client's wallet. */
export function SettleReturn({ orderNumber, label, size, onSettled }: SettleReturnProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const query = useQuery({
    ...getOrderOptions({ path: { order_number: orderNumber } }),
    enabled: isOpen,
  });
  return (
    <>
      <Button
        variant="default"
        size={size}
        loading={isOpen && query.isPending}
        aria-label={`${label} ${orderNumber}`}
        onClick={dialog.open}
      >
        {label}
      </Button>
      {isOpen && query.data !== undefined && (
        <SettleForm
          order={query.data.data}
          onClose={dialog.close}
          onSettled={(text) => onSettled?.(text)}
        />
      )}
    </>
  );
}

type Kind = 'all' | 'part' | 'none';

const kindOf = (part: number | null): Kind => (part === null ? 'all' : part > 0 ? 'part' : 'none');

function beginWith(back: readonly BackLine[], part: number | null) {
  const units = unitsByLine(back, (line) => line.units);
  return { units, amount: part ?? '', delivery: '', reason: '' };
}

interface SettleFormProps {
  order: OrderRecordDto;
  onClose: () => void;
  onSettled: (text: string) => void;
}

function SettleForm({ order, onClose, onSettled }: SettleFormProps) {
  const [isFinal, setFinal] = useState(true);
  const left = leftToRefund(order);
  const mayInspect = useMay('returns:inspect');
  const part = costOfPart(order, left);
  const back = mayInspect ? linesToRestock(order) : [];
  const waits = !isRefundable(order, mayInspect);
  const [kind, setKind] = useState(waits ? 'none' : kindOf(part));
  const { order_number } = order;
  const { form, draft, save, field } = useSavedForm({
    name: `settlement ${order_number}`,
    initialValues: beginWith(back, part),
    send: async (body: RefundOrderDto, money) => {
      await refundOrderMutation().mutationFn({ path: { order_number }, body, ...money });
      onSettled(outcomeOf(order, body, left));
    },
    onShown: onClose,
  });
  const refundOf = (values: typeof form.values): PreviewRefundDto => ({
    ...restockOf(back, values.units),
    ...(kind === 'part' ? partOf(values) : { amount: kind === 'all' ? left : 0 }),
  });
  const submit = form.onSubmit((values) => {
    const final = kind === 'none' || (kind === 'part' && isFinal);
    save.mutate({ reason: values.reason, ...refundOf(values), ...(final && { final }) });
  });
  return (
    <FormDialog
      fields={form}
      opened
      onClose={onClose}
      title={`Settle return ${order_number}`}
      {...buttonOf(kind, left)}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      {draft.offer}
      <LeftToRefund order={order} left={left} waits={waits} />
      <BackUnits back={back} field={field} />
      <RefundField kind={kind} left={left} shipments={order.shipments} onChange={setKind} />
      {kind === 'part' && (
        <PartFields
          isFinal={isFinal}
          field={field}
          cost={part}
          hasDelivery={(order.delivery ?? 0) > 0}
          onFinal={setFinal}
        />
      )}
      <CreditNotePreview
        orderNumber={order_number}
        refund={kind === 'none' ? null : refundOf(form.values)}
        isOpen={save.isIdle || save.isError}
      />
      <TextInput
        label="Reason"
        description="The client sees it with the refund"
        required
        maxLength={500}
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}

function LeftToRefund({
  order,
  left,
  waits,
}: {
  order: OrderRecordDto;
  left: number;
  waits: boolean;
}) {
  return (
    <>
      <p>
        {order.client_name} paid <Money amount={order.total ?? 0} />; <Money amount={left} /> is
        left to refund.
      </p>
      {waits && (
        <Notice tone="waiting" title="The warehouse inspects first">
          Money can be refunded once the return is recorded and its units are inspected.
        </Notice>
      )}
    </>
  );
}

/** Asks once more while a courier has goods of the order, which no person here has seen. */
function OnItsWay({ shipments }: Pick<OrderRecordDto, 'shipments'>) {
  const moving = shipments.filter(({ state }) => state !== null && !hasEnded(state));
  if (moving.length === 0) return null;
  const boxes = moving.map(({ tracking_number: awb }) => awb).join(', ');
  return (
    <CheckField
      label="Refund although it is not back"
      description={`The courier still has ${boxes}`}
      required
    />
  );
}

interface PartFieldsProps {
  cost: number | null;
  hasDelivery: boolean;
  isFinal: boolean;
  onFinal: (isFinal: boolean) => void;
  field: BackUnitsProps['field'];
}

function PartFields({ cost, hasDelivery, isFinal, onFinal, field }: PartFieldsProps) {
  return (
    <>
      <AmountField
        description={
          cost === null
            ? undefined
            : `${formatMoney(cost)} of the price of the inspected units is left; the delivery charge is not in it`
        }
        {...field('amount')}
      />
      {hasDelivery && (
        <AmountField
          label="Delivery charge included"
          description="Part of the amount that refunds delivery. The credit note takes back its tax"
          required={false}
          {...field('delivery')}
        />
      )}
      <CheckField
        label="Nothing more will be refunded"
        description="Otherwise the return stays on the list"
        checked={isFinal}
        onChange={({ currentTarget }) => onFinal(currentTarget.checked)}
      />
    </>
  );
}

type BackLine = ReturnType<typeof linesToRestock>[number];

interface BackUnitsProps {
  back: readonly BackLine[];
  field: FieldOf;
}

function BackUnits({ back, field }: BackUnitsProps) {
  return back.map((item, index) => (
    <NumberInput
      {...unitsField(item, item.units)}
      description={`Back on the shelf, of ${plural(item.units, 'unit')}; 0: it cannot be sold again`}
      data-autofocus={index === 0}
      {...field(`units.${item.line}`)}
    />
  ));
}

/** Lists the lines whose units go back into the stock; undefined without such lines. */
function restockOf(back: readonly BackLine[], units: UnitsByLine): Pick<RefundOrderDto, 'restock'> {
  const restock = linesWithUnits(back, units);
  return restock.length === 0 ? {} : { restock };
}

type Part = Record<'amount' | 'delivery', string | number>;

function partOf({ amount, delivery }: Part): Omit<PreviewRefundDto, 'restock'> {
  return {
    amount: typedNumber(amount),
    ...(delivery !== '' && { delivery: typedNumber(delivery) }),
  };
}

interface RefundFieldProps extends Pick<OrderRecordDto, 'shipments'> {
  kind: Kind;
  left: number;
  onChange: (kind: Kind) => void;
}

function RefundField({ kind, left, shipments, onChange }: RefundFieldProps) {
  return (
    <>
      <NativeSelect
        label="Refund to the wallet"
        value={kind}
        data={[
          {
            value: 'all',
            label: `All that is left, ${formatMoney(left)}, with the delivery charge`,
          },
          { value: 'part', label: 'A part' },
          { value: 'none', label: 'Nothing' },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Kind)}
      />
      {kind !== 'none' && <OnItsWay shipments={shipments} />}
    </>
  );
}

/** Lists the lines of an order with shipped units that were not restocked; none if the inspection of a return does it. */
function linesToRestock({ items, returns }: OrderRecordDto) {
  if (receivedReturn(returns) !== undefined) return [];
  return items
    .map((item) => ({ ...item, units: item.shipped_quantity - item.restocked_quantity }))
    .filter(({ units }) => units > 0);
}

function receivedReturn(returns: OrderRecordDto['returns']) {
  return returns.find(({ status }) => status === 'received');
}

/** Returns true if units of a return were inspected, or the person who settles an order without one may inspect it. */
function isRefundable({ returns }: OrderRecordDto, mayInspect: boolean): boolean {
  const received = receivedReturn(returns);
  if (received === undefined) return mayInspect;
  return received.items.some(({ good, scrap }) => good + scrap > 0);
}

/** Computes the part of the price of the inspected units that was not refunded; null if all of the order was inspected. */
function costOfPart({ items, returns, total = 0 }: OrderRecordDto, left: number): number | null {
  const asked = receivedReturn(returns);
  if (asked === undefined) return null;
  const units = new Map(asked.items.map(({ line, good, scrap }) => [line, good + scrap]));
  const isWhole = items.every((item) => units.get(item.line) === item.shipped_quantity);
  if (isWhole) return null;
  // The units that a close left out were refunded, too.
  const refundable = items.map(
    ({ line, unit_price = 0, canceled_quantity }) =>
      ((units.get(line) ?? 0) + canceled_quantity) * unit_price,
  );
  return Math.min(Math.max(0, sumOf([...refundable, left, -total])), left);
}

function leftToRefund({ total = 0, refunds }: OrderRecordDto): number {
  return sumOf([total, ...refunds.map(({ amount = 0 }) => -amount)]);
}

/** Labels the button, which is plain where nothing is refunded: no settlement should look like what to do next. */
function buttonOf(kind: Kind, left: number): { action: string; isPlain?: boolean } {
  if (kind === 'none') return { action: 'Settle without a refund', isPlain: true };
  return { action: kind === 'all' ? `Refund ${formatMoney(left)}` : 'Refund the part' };
}

function outcomeOf(order: OrderRecordDto, body: RefundOrderDto, left: number): string {
  const { amount = left, restock = [] } = body;
  const money =
    amount === 0
      ? `Nothing of ${order.order_number} was refunded`
      : `${formatMoney(amount)} of ${order.order_number} went to the wallet of ${order.client_name}`;
  const units = restock.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${money}; ${units === 0 ? 'nothing is' : `${plural(units, 'unit')} ${units === 1 ? 'is' : 'are'}`} back on the shelf.`;
}
