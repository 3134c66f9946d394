import { itemText } from '../../../../../../src/catalog/variations/variation-keys.ts';
import { Button, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useForm, type GetInputPropsReturnType } from '@mantine/form';
import { useRef, type FormEvent, type Ref, type RefObject } from 'react';
import type {
  CreateShipmentDto,
  LineToPickDto,
  OrderToPickDto,
} from '../../../../api/generated/admin-types';
import { linesWithUnits, unitsByLine } from '../../../../order/units-field';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { useDraft } from '../../../../shared/forms/use-draft';
import { formatCount, plural } from '../../../../shared/format';
import { codesOf, packedOf, sumsOf } from './articles/article-count';
import { ArticleField } from './articles/article-field';
import { CourierField } from '../courier-field';
import { linesByShelf, unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
import { useCheckOfArticles } from './packing-rules';
import { focusWhole, keyed } from '../key-fields';
import { isOrderNumber } from '../scanned-codes';
import { useArticleCheck, type ArticleCheck } from './articles/use-article-check';
import { useScanTarget, type ScanTarget } from './use-scan-target';
import type { Answering } from './use-keys-ahead';
import type { Shipped } from './use-packing';
import { useTrackingCheck } from './use-tracking-check';
import { Form } from '../../../../shared/forms/form';
import classes from './scan-tab.module.css';

interface ScannedOrderProps {
  ref: Ref<ScanTarget>;
  order: OrderToPickDto;
  /** Courier of the previous shipment, as consecutive shipments usually share it. */
  courier: string;
  isBusy: boolean;
  error: unknown;
  answering: Answering;
  /** What the person has just shipped. */
  recent: readonly Shipped[];
  /** Sends a shipment, and ends with the answer; `onShipped` is called when it is stored. */
  onShip: (shipment: CreateShipmentDto, onShipped: () => void) => Promise<unknown>;
}

/** Renders the open lines of an order; the tracking number has the focus, and Enter ships. */
export function ScannedOrder(props: ScannedOrderProps) {
  const { ref, order, courier, answering, recent, isBusy, error, onShip } = props;
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
    order.order_number,
    lines,
    ({ line }) => Number(form.getValues().units[line] ?? 0),
    // A label that was scanned too early is scanned again.
    () => focusWhole(tracking.current),
  );
  const { field: articles } = check;
  const takesArticle = (code: string): boolean => rule !== 'off' && check.scansElsewhere(code);
  useScanTarget({ ref, check, last: tracking }, (code) => {
    const isTracking = articles.current === null || document.activeElement === tracking.current;
    if (!isTracking) check.scan(code);
    else if (!takesArticle(code)) form.setFieldValue('tracking_number', code);
  });
  const sums = sumsOf(check.count);
  const packed = sums.scanned + sums.counted_by_hand;
  const checkTracking = useTrackingCheck(order.order_number, form, tracking, {
    articles: codesOf(lines),
    recent: () => numbersWith(recent, form.getValues().courier),
  });
  const send = (shipment: CreateShipmentDto): void => {
    const ship = () => onShip(shipment, draft.forget);
    if (!isBusy) answering(checkTracking(shipment.tracking_number, ship));
  };
  const isChecked = rule === 'required' || (rule === 'offered' && packed > 0);
  const ship = form.onSubmit(({ units, ...shipment }) => {
    const items = linesWithUnits(lines, units);
    if (items.length === 0) form.setFieldError(`units.${lines[0]?.line}`, 'Ship at least one unit');
    else send({ ...shipment, items, ...(isChecked && sums) });
  });
  /** Ships once nothing is missing on the table. Until then an article in the field of the tracking number is counted. */
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (takesArticle(form.getValues().tracking_number.trim()))
      form.setFieldValue('tracking_number', '');
    else if (!isChecked || !check.refuses()) ship(event);
  };
  const field = (path: string) => ({ key: form.key(path), ...form.getInputProps(path) });
  return (
    <Form fields={form} className={classes.order} onSubmit={submit} aria-label={order.order_number}>
      <Recipient order={order} />
      {rule !== 'off' && <ArticleField check={check} />}
      <UnitsFields lines={lines} field={field} check={rule === 'off' ? null : check} />
      {draft.offer}
      <SentWith tracking={tracking} field={field} isBusy={isBusy} />
      <FormProblem error={error} title="The order was not shipped." />
    </Form>
  );
}

interface SentWithProps {
  tracking: RefObject<HTMLInputElement | null>;
  field: UnitsFieldsProps['field'];
  isBusy: boolean;
}

function SentWith({ tracking, field, isBusy }: SentWithProps) {
  return (
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
  );
}

/** An order number in the wrong field is the next order, scanned too early. */
function trackingProblem(value: string): string | null {
  if (value.trim() === '') return 'Scan or type the tracking number';
  return isOrderNumber(value) ? 'This is an order: scan the tracking number' : null;
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
            label={`of ${formatCount(line.quantity)} to ship`}
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
      {`${formatCount(packed)} packed`}
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

/** Lists the tracking numbers of a courier among what was shipped. */
function numbersWith(shipped: readonly Shipped[], courier: string): string[] {
  return shipped
    .filter((each) => each.courier === courier)
    .map(({ trackingNumber }) => trackingNumber);
}
