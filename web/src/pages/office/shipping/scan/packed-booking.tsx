import { Button, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { linesByShelf, unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
import type { HandOverDto, OrderToPickDto } from '../../../../api/generated/admin-types';
import { FactList } from '../../../../shared/fact-list';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { formatCount, plural } from '../../../../shared/format';
import { packedOf, sumsOf } from './article-count';
import { ArticleField } from './article-field';
import { useCheckOfArticles } from './packing-rules';
import classes from './scan-tab.module.css';
import { Article, CountByHand, type ScanTarget } from './scanned-order';
import { keyed } from './shortcuts';
import { useArticleCheck } from './use-article-check';

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
  const quantities = new Map(booking.units.map(({ line, quantity }) => [line, quantity]));
  const lines = linesByShelf(order.lines).flatMap((line) => {
    const quantity = quantities.get(line.line);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  const [grams, setGrams] = useState<number | string>(booking.weight_grams);
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const label = useRef<HTMLInputElement>(null);
  const rule = useCheckOfArticles();
  const check = useArticleCheck(
    lines,
    ({ quantity }) => quantity,
    () => label.current?.focus(),
  );
  const { field: articles } = check;
  // The box has just been found: the next scan is an article where articles are checked, else the same label again.
  useEffect(() => (articles.current ?? label.current)?.focus(), [articles]);
  const names = new Set([booking.awb, order.order_number].map((name) => name?.toUpperCase()));
  const sums = sumsOf(check.count);
  const packed = sums.scanned + sums.counted_by_hand;
  const handOver = (scanned: string): void => {
    if (isBusy) return;
    const isOther = scanned.trim() !== '' && !names.has(scanned.trim().toUpperCase());
    setProblem(isOther ? 'This is another label: hand this box over first' : null);
    if (isOther) return;
    const weighed = typeof grams === 'number' && grams > 0 ? { weight_grams: grams } : {};
    if (rule === 'off' || (rule === 'offered' && packed === 0)) onHandOver(weighed);
    else if (!check.refuses()) onHandOver({ ...weighed, ...sums });
  };
  useImperativeHandle(ref, () => ({
    scan: (code) => {
      if (articles.current === null || names.has(code.toUpperCase())) handOver(code);
      else check.scan(code);
    },
  }));
  const { customer, shipping } = order;
  return (
    <form
      className={classes.order}
      onSubmit={(event) => {
        event.preventDefault();
        handOver(again);
      }}
      aria-label={booking.awb ?? ''}
    >
      <div>
        <h3 className="mono">{booking.awb}</h3>
        <p className="soft">
          {`${plural(unitsOf(lines), 'unit')} of `}
          <span className="mono">{order.order_number}</span>
          {` · ${order.client_name}`}
        </p>
      </div>
      <FormProblem error={error} title="The box was not handed over." />
      <FactList
        facts={[
          [
            'Goes to',
            `${customer.name}, ${shipping.address}, ${shipping.city} ${shipping.pincode}`,
          ],
          ['Courier', booking.courier],
          ['Box', booking.box],
        ]}
      />
      {rule !== 'off' && <ArticleField check={check} />}
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.line}>
            <Article line={line} />
            <span className={classes.packed}>
              {rule !== 'off' && packedOf(check.count, line) > 0 && (
                <span>{`${formatCount(packedOf(check.count, line))} packed`}</span>
              )}
              {rule !== 'off' && line.codes.length === 0 && (
                <CountByHand line={line} check={check} />
              )}
              <strong>{`${formatCount(line.quantity)} ×`}</strong>
            </span>
          </li>
        ))}
      </ul>
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
        <NumberInput
          {...keyed('F2')}
          label="Weight in grams"
          description="As booked; type what the scale says"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={grams}
          onChange={setGrams}
        />
        <Button type="submit" loading={isBusy}>
          Hand over
        </Button>
      </div>
    </form>
  );
}
