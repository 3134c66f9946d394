import { itemText } from '../../../../../../src/catalog/variations/variation-keys.ts';
import { Button, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useForm, type GetInputPropsReturnType } from '@mantine/form';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type {
  CreateShipmentDto,
  LineToPickDto,
  OrderToPickDto,
} from '../../../../api/generated/admin-types';
import { linesWithUnits, unitsByLine } from '../../../../order/units-field';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { useDraft } from '../../../../shared/forms/use-draft';
import { formatCount, plural } from '../../../../shared/format';
import { packedOf, sumsOf } from './article-count';
import { ArticleField } from './article-field';
import { CourierField } from '../courier-field';
import { linesByShelf, unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
import { useCheckOfArticles } from './packing-rules';
import { keyed } from './shortcuts';
import { useArticleCheck, type ArticleCheck } from './use-article-check';
import { useTrackingCheck } from './use-tracking-check';
import { Form } from '../../../../shared/forms/form';
import classes from './scan-tab.module.css';

/** Takes what is scanned without a field that has the focus. */
export interface ScanTarget {
  scan: (code: string) => void;
}

interface ScannedOrderProps {
  ref: Ref<ScanTarget>;
  order: OrderToPickDto;
  /** Courier of the previous shipment, as consecutive shipments usually share it. */
  courier: string;
  isBusy: boolean;
  error: unknown;
  /** Sends a shipment, and ends with the answer; `onShipped` is called when it is stored. */
  onShip: (shipment: CreateShipmentDto, onShipped: () => void) => Promise<unknown>;
}

/** Renders the open lines of an order; the tracking number has the focus, and Enter ships. */
export function ScannedOrder({ ref, order, courier, isBusy, error, onShip }: ScannedOrderProps) {
  const lines = linesByShelf(order.lines);
  const tracking = useRef<HTMLInputElement>(null);
  const rule = useCheckOfArticles();
  const form = useForm({
    initialValues: {
      courier,
      tracking_number: '',
      units: unitsByLine(lines, ({ quantity }) => quantity),
    },
    validate: {
      courier: (value) => (value.trim() === '' ? 'Enter the courier' : null),
      tracking_number: trackingProblem,
    },
  });
  const draft = useDraft(`shipment ${order.order_number}`, form, true);
  const check = useArticleCheck(
    lines,
    ({ line }) => Number(form.getValues().units[line] ?? 0),
    () => tracking.current?.focus(),
  );
  const { field: articles } = check;
  // The order has just been found: the next scan is an article, or the tracking number where articles are not checked.
  useEffect(() => (articles.current ?? tracking.current)?.focus(), [articles]);
  useImperativeHandle(ref, () => ({
    scan: (code) => {
      const isTracking = articles.current === null || document.activeElement === tracking.current;
      if (isTracking) form.setFieldValue('tracking_number', code);
      else check.scan(code);
    },
  }));
  const sums = sumsOf(check.count);
  const packed = sums.scanned + sums.counted_by_hand;
  const checkTracking = useTrackingCheck(order.order_number, form, tracking);
  const send = (shipment: CreateShipmentDto): void => {
    const ship = () => onShip(shipment, draft.forget);
    if (!isBusy) void checkTracking(shipment.tracking_number.trim(), ship);
  };
  const submit = form.onSubmit(({ units, ...shipment }) => {
    const items = linesWithUnits(lines, units);
    if (items.length === 0) form.setFieldError(`units.${lines[0]?.line}`, 'Ship at least one unit');
    else if (rule === 'off' || (rule === 'offered' && packed === 0)) send({ ...shipment, items });
    else if (!check.refuses()) send({ ...shipment, items, ...sums });
  });
  const field = (path: string) => ({ key: form.key(path), ...form.getInputProps(path) });
  return (
    <Form fields={form} className={classes.order} onSubmit={submit} aria-label={order.order_number}>
      <Recipient order={order} />
      <FormProblem error={error} title="The order was not shipped." />
      {rule !== 'off' && <ArticleField check={check} />}
      <UnitsFields lines={lines} field={field} check={rule === 'off' ? null : check} />
      {draft.offer}
      <div className={classes.fields}>
        <CourierField {...keyed('F4')} {...field('courier')} />
        <TextInput
          ref={tracking}
          {...keyed('F8')}
          label="Tracking number"
          autoComplete="off"
          spellCheck={false}
          {...field('tracking_number')}
        />
        <Button type="submit" loading={isBusy}>
          Ship
        </Button>
      </div>
    </Form>
  );
}

/** An order number in the wrong field is the next order, scanned too early. */
function trackingProblem(value: string): string | null {
  if (value.trim() === '') return 'Scan or type the tracking number';
  return /^\s*wo-\w{10}\s*$/i.test(value) ? 'This is an order: scan the tracking number' : null;
}

function Recipient({ order }: { order: OrderToPickDto }) {
  return (
    <div>
      <h3 className="mono">{order.order_number}</h3>
      <p className="soft">
        {`${plural(unitsOf(order.lines), 'unit')} for ${order.customer.name}, ${order.shipping.city} · ${order.client_name}`}
      </p>
    </div>
  );
}

interface UnitsFieldsProps {
  lines: readonly LineToPickDto[];
  field: (path: string) => { key: string } & GetInputPropsReturnType;
  /** null: articles are not checked. */
  check: ArticleCheck | null;
}

function UnitsFields({ lines, field, check }: UnitsFieldsProps) {
  return (
    <ul className={classes.lines}>
      {lines.map((line, index) => (
        <li key={line.line}>
          <Article line={line} />
          {check !== null && <PackedUnits line={line} check={check} />}
          <NumberInput
            {...(index === 0 && keyed('F2'))}
            label={`of ${formatCount(line.quantity)}`}
            aria-label={`Units of ${line.sku}, of ${formatCount(line.quantity)}`}
            min={0}
            max={line.quantity}
            clampBehavior="strict"
            allowDecimal={false}
            hideControls
            {...field(`units.${line.line}`)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Renders how many units of a line are packed, and counts those that nothing can be scanned of. */
export function PackedUnits({ line, check }: { line: LineToPickDto; check: ArticleCheck }) {
  const packed = packedOf(check.count, line);
  return (
    <span className={classes.packed}>
      {packed > 0 && `${formatCount(packed)} packed`}
      {line.codes.length === 0 && (
        <Button
          variant="default"
          aria-label={`Count by hand: ${line.sku}`}
          onClick={() => check.countByHand(line)}
        >
          Count by hand
        </Button>
      )}
    </span>
  );
}

/** Renders what is taken from where. */
export function Article({ line }: { line: LineToPickDto }) {
  const { sku, shelf } = line;
  return (
    <span>
      {itemText(line)}
      <span className="soft small">
        <code>{sku}</code>
        {shelf !== null && ` · shelf ${shelf}`}
      </span>
    </span>
  );
}
