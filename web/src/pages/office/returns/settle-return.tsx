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
import { ReturnedLines } from '../../../order/returns/order-returns';
import { hasEnded } from '../../../order/shipment-state';
import {
  goodAndScrap,
  leftToRefund,
  NO_OFFERS,
  offersOf,
  receivedReturn,
  type Kind,
  type Offers,
} from './refund-offers';
import { CreditNotePreview } from './credit-note-preview';
import { useMay } from '../../../frame/session';
import { CheckField } from '../../../shared/forms/check-field';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { formatMoney, plural } from '../../../shared/format';
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
  'aria-label'?: string;
  size?: ButtonProps['size'];
  /** Receives a sentence about what was done. */
  onSettled?: (text: string) => void;
}

/** Decides on a returned order: units back on the shelf, and money back to the client's wallet. */
export function SettleReturn(props: SettleReturnProps) {
  const { orderNumber, label, 'aria-label': name = `${label} ${orderNumber}`, size } = props;
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
        aria-label={name}
        onClick={dialog.open}
      >
        {label}
      </Button>
      {isOpen && query.data !== undefined && (
        <SettleForm
          order={query.data.data}
          onClose={dialog.close}
          onSettled={(text) => props.onSettled?.(text)}
        />
      )}
    </>
  );
}

function beginWith(back: readonly BackLine[], amount: number) {
  const units = unitsByLine(back, (line) => line.units);
  return { units, amount: amount > 0 ? amount : '', delivery: '', reason: '' };
}

interface SettleFormProps {
  order: OrderRecordDto;
  onClose: () => void;
  onSettled: (text: string) => void;
}

function SettleForm({ order, onClose, onSettled }: SettleFormProps) {
  const [isFinal, setFinal] = useState(true);
  const left = leftToRefund(order);
  const received = receivedReturn(order.returns);
  const mayInspect = useMay('returns:inspect');
  const back = mayInspect ? linesToRestock(order) : [];
  const waits = !isRefundable(order, mayInspect);
  const offers = waits ? NO_OFFERS : offersOf(order, left);
  const [kind, setKind] = useState<Kind>(offers.back > 0 ? 'back' : 'none');
  const { order_number } = order;
  const { form, draft, save, field } = useSavedForm({
    name: `settlement ${order_number}`,
    initialValues: beginWith(back, offers.back),
    send: async (body: RefundOrderDto, money) => {
      await refundOrderMutation().mutationFn({ path: { order_number }, body, ...money });
      onSettled(outcomeOf(order, body, left));
    },
    onShown: onClose,
  });
  const refundOf = (values: typeof form.values): PreviewRefundDto => ({
    ...restockOf(back, values.units),
    ...(kind === 'part' ? partOf(values) : { amount: kind === 'none' ? 0 : offers[kind] }),
  });
  const submit = form.onSubmit((values) => {
    const refund = refundOf(values);
    const final = kind === 'none' || (isFinal && refund.amount !== left);
    save.mutate({ reason: values.reason, ...refund, ...(final && { final }) });
  });
  return (
    <FormDialog
      fields={form}
      opened
      onClose={onClose}
      title={`Settle return ${order_number}`}
      {...buttonOf(kind, offers)}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      {draft.offer}
      <LeftToRefund order={order} left={left} waits={waits} />
      {received !== undefined && <ReturnedLines of={received} lines={order.items} />}
      <BackUnits back={back} field={field} />
      <RefundField kind={kind} offers={offers} order={order} onChange={setKind} />
      {kind === 'part' && (
        <PartFields field={field} cost={offers.back} hasDelivery={(order.delivery ?? 0) > 0} />
      )}
      {kind !== 'none' && kind !== 'all' && <FinalField isFinal={isFinal} onChange={setFinal} />}
      <CreditNotePreview
        orderNumber={order_number}
        back={received?.items ?? []}
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

interface FinalFieldProps {
  isFinal: boolean;
  onChange: (isFinal: boolean) => void;
}

function FinalField({ isFinal, onChange }: FinalFieldProps) {
  return (
    <CheckField
      label="Nothing more will be refunded"
      description="Otherwise the return stays on the list"
      checked={isFinal}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

interface PartFieldsProps {
  cost: number;
  hasDelivery: boolean;
  field: BackUnitsProps['field'];
}

function PartFields({ cost, hasDelivery, field }: PartFieldsProps) {
  return (
    <>
      <AmountField
        description={
          cost === 0
            ? undefined
            : `${formatMoney(cost)} of the price of the units that came back is left; the delivery charge is not in it`
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

interface RefundFieldProps {
  kind: Kind;
  offers: Offers;
  order: OrderRecordDto;
  onChange: (kind: Kind) => void;
}

function RefundField({ kind, offers, order, onChange }: RefundFieldProps) {
  const offered: [Kind, string, number][] = [
    ['back', `All that came back${goodAndScrap(order)}`, offers.back],
    ['good', 'The good units', offers.good],
    ['all', 'All that is left, with the delivery charge', offers.all],
  ];
  return (
    <>
      <NativeSelect
        label="Refund to the wallet"
        value={kind}
        data={[
          ...offered
            .filter(([, , amount]) => amount > 0)
            .map(([value, name, amount]) => ({ value, label: `${name}: ${formatMoney(amount)}` })),
          { value: 'part', label: 'A part' },
          { value: 'none', label: 'Nothing' },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Kind)}
      />
      {kind !== 'none' && <OnItsWay shipments={order.shipments} />}
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

/** Returns true if units of a return were inspected, or the person who settles an order without one may inspect it. */
function isRefundable({ returns }: OrderRecordDto, mayInspect: boolean): boolean {
  const received = receivedReturn(returns);
  if (received === undefined) return mayInspect;
  return received.items.some(({ good, scrap }) => good + scrap > 0);
}

/** Labels the button, which is plain where nothing is refunded: no settlement should look like what to do next. */
function buttonOf(kind: Kind, offers: Offers): { action: string; isPlain?: boolean } {
  if (kind === 'none') return { action: 'Settle without a refund', isPlain: true };
  return { action: kind === 'part' ? 'Refund the part' : `Refund ${formatMoney(offers[kind])}` };
}

function outcomeOf(order: OrderRecordDto, body: RefundOrderDto, left: number): string {
  const { amount = left, restock = [] } = body;
  const money =
    amount === 0
      ? `Nothing of ${order.order_number} was refunded`
      : `${formatMoney(amount)} of ${order.order_number} went to the wallet of ${order.client_name}`;
  const units = restock.reduce((sum, { quantity }) => sum + quantity, 0);
  // The inspection of a return has put its good units back.
  if (linesToRestock(order).length === 0) return `${money}.`;
  return `${money}; ${units === 0 ? 'nothing is' : `${plural(units, 'unit')} ${units === 1 ? 'is' : 'are'}`} back on the shelf.`;
}
