import { Button, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useRef, useState, type Ref } from 'react';
import { linesByShelf, unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
import type {
  HandOverDto,
  LineToPickDto,
  OrderToPickDto,
} from '../../../../api/generated/admin-types';
import { FactList } from '../../../../shared/fact-list';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { formatCount, plural } from '../../../../shared/format';
import { codesOf, sumsOf } from './articles/article-count';
import { ArticleField } from './articles/article-field';
import { useCheckOfArticles } from './packing-rules';
import classes from './scan-tab.module.css';
import { Article, PackedUnits } from './scanned-order';
import { focusWhole, keyed } from '../key-fields';
import { gluedText, isOrderNumber, twoCodesIn } from '../scanned-codes';
import { useArticleCheck, type ArticleCheck } from './articles/use-article-check';
import { useScanTarget, type ScanTarget } from './use-scan-target';

type Booking = OrderToPickDto['bookings'][number];

interface PackedBookingProps {
  ref: Ref<ScanTarget>;
  order: OrderToPickDto;
  booking: Booking;
  isBusy: boolean;
  error: unknown;
  onHandOver: (packed: HandOverDto) => void;
}

/** Renders a booked box: where it goes, what is in it and what it weighs; Enter hands it over. */
export function PackedBooking(props: PackedBookingProps) {
  const { ref, order, booking, isBusy, error, onHandOver } = props;
  const lines = linesOf(order, booking);
  const [grams, setGrams] = useState<number | string>(booking.weight_grams);
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const label = useRef<HTMLInputElement>(null);
  const rule = useCheckOfArticles();
  const check = useArticleCheck(
    order.order_number,
    lines,
    ({ quantity }) => quantity,
    () => focusWhole(label.current),
  );
  const { field: articles } = check;
  const names = new Set([booking.awb, order.order_number].map((name) => name?.toUpperCase()));
  const sums = sumsOf(check.count);
  const packed = sums.scanned + sums.counted_by_hand;
  const handOver = (scanned: string): void => {
    if (isBusy) return;
    const isOther = scanned.trim() !== '' && !names.has(scanned.trim().toUpperCase());
    setProblem(isOther ? problemOfLabel(scanned, codesOf(lines)) : null);
    if (isOther) return;
    const weighed = typeof grams === 'number' && grams > 0 ? { weight_grams: grams } : {};
    if (rule === 'off' || (rule === 'offered' && packed === 0)) onHandOver(weighed);
    else if (!check.refuses()) onHandOver({ ...weighed, ...sums });
  };
  useScanTarget({ ref, check, last: label }, (code) => {
    if (articles.current === null || names.has(code.toUpperCase())) handOver(code);
    else check.scan(code);
  });
  return (
    <form
      className={classes.order}
      onSubmit={(event) => {
        event.preventDefault();
        handOver(again);
      }}
      aria-label={booking.awb ?? ''}
    >
      <BoxFacts order={order} booking={booking} units={unitsOf(lines)} />
      {rule !== 'off' && <ArticleField check={check} />}
      <BoxLines lines={lines} check={rule === 'off' ? null : check} />
      <div className={classes.fields}>
        <TextInput
          ref={label}
          {...keyed('F8')}
          label="Label"
          description="Scan it again, or press Enter"
          autoComplete="off"
          spellCheck={false}
          value={again}
          error={problem}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <WeightField grams={grams} onChange={setGrams} />
        <Button type="submit" loading={isBusy}>
          Hand over
        </Button>
      </div>
      <FormProblem error={error} title="The box was not handed over." />
    </form>
  );
}

/** Says what was scanned into the field of the label, which is not the label of the box. */
function problemOfLabel(text: string, articles: readonly string[]): string {
  const two = twoCodesIn(text.trim(), articles);
  if (two !== null) return gluedText(two);
  return `This is ${isOrderNumber(text) ? 'an order' : 'another label'}: hand this box over first`;
}

/** Picks the units of an order that are in a box. */
function linesOf({ lines }: OrderToPickDto, { units }: Booking): LineToPickDto[] {
  const quantities = new Map(units.map(({ line, quantity }) => [line, quantity]));
  return linesByShelf(lines).flatMap((line) => {
    const quantity = quantities.get(line.line);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
}

interface BoxFactsProps {
  order: OrderToPickDto;
  booking: Booking;
  units: number;
}

function BoxFacts({ order, booking, units }: BoxFactsProps) {
  const { customer, shipping, order_number, client_name } = order;
  const place = `${shipping.address}, ${shipping.city} ${shipping.pincode}`;
  return (
    <>
      <div>
        <h3 className="mono">{booking.awb}</h3>
        <p className="soft">
          {`${plural(units, 'unit')} of `}
          <span className="mono">{order_number}</span>
          {` · ${client_name}`}
        </p>
      </div>
      <FactList
        facts={[
          ['Goes to', `${customer.name}, ${place}`],
          ['Courier', booking.courier],
          ['Box', booking.box],
        ]}
      />
    </>
  );
}

interface BoxLinesProps {
  lines: readonly LineToPickDto[];
  /** null: articles are not checked. */
  check: ArticleCheck | null;
}

function BoxLines({ lines, check }: BoxLinesProps) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.line}>
          <Article line={line} />
          {check !== null && <PackedUnits line={line} check={check} />}
          <strong>{`${formatCount(line.quantity)} ×`}</strong>
        </li>
      ))}
    </ul>
  );
}

interface WeightFieldProps {
  grams: number | string;
  onChange: (grams: number | string) => void;
}

function WeightField({ grams, onChange }: WeightFieldProps) {
  return (
    <NumberInput
      {...keyed('F2')}
      label="Weight in grams"
      description="As booked; type what the scale says"
      min={1}
      max={1_000_000}
      allowDecimal={false}
      hideControls
      value={grams}
      onChange={onChange}
    />
  );
}
