import type { FieldError } from '../../../platform/http/errors.js';
import type { BoxPreset } from '../../boxes/box-preset.entity.js';
import type { BookingRules } from '../booking-rules.entity.js';
import type { CourierBooking } from '../courier-booking.entity.js';
import { weightProblems, type WeighedLine } from './required-facts.js';

/** Box and weight that an operator names; null: by the house's rules. */
export interface WantedBox {
  boxId: number | null;
  weightGrams: number | null;
}

/** Chooses box and weight of some units, or names every problem. A weight is never guessed. */
export function measure(
  lines: readonly WeighedLine[],
  { boxId, weightGrams }: WantedBox,
  {
    boxes,
    rules,
  }: { boxes: readonly BoxPreset[]; rules: Pick<BookingRules, 'boxId' | 'unitGrams'> | null },
): Pick<CourierBooking, 'box' | 'weightGrams'> | FieldError[] {
  const weighed = lines.map((line) => ({
    ...line,
    unitGrams: line.unitGrams ?? rules?.unitGrams ?? null,
  }));
  const problems = weightGrams === null ? weightProblems(weighed) : [];
  const grams = weighed.reduce(
    (sum, { quantity, unitGrams }) => sum + quantity * (unitGrams ?? 0),
    0,
  );
  const fits = ({ emptyGrams, maxGrams }: BoxPreset): boolean =>
    (weightGrams ?? grams + emptyGrams) <= maxGrams;
  const box =
    boxId === null
      ? (boxes.filter(fits).toSorted((one, other) => one.maxGrams - other.maxGrams)[0] ??
        boxes.find(({ id }) => id === rules?.boxId))
      : boxes.find(({ id }) => id === boxId);
  if (box === undefined) {
    const isNamed = boxId !== null;
    const message = isNamed ? 'there is no such box' : 'no box is set up that fits: name one';
    problems.push({ field: 'box', code: isNamed ? 'unknown_box' : 'box_missing', message });
  }
  if (box === undefined || problems.length > 0) return problems;
  const { name, lengthMm, breadthMm, heightMm, emptyGrams } = box;
  const total = weightGrams ?? grams + emptyGrams;
  if (total > WEIGHT_MAX) {
    const message = `the units weigh ${total} g, and a box at most ${WEIGHT_MAX} g`;
    return [{ field: 'weight_grams', code: 'out_of_range', message }];
  }
  return { box: { name, lengthMm, breadthMm, heightMm }, weightGrams: total };
}

/** Maximum weight of a box, in grams. */
export const WEIGHT_MAX = 1_000_000;
