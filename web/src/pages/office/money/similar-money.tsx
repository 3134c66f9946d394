import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { SameAsDto, SimilarMoneyDto } from '../../../api/generated/admin-types';
import { ApiError } from '../../../api/operations';
import { formatCount, formatDay } from '../../../shared/format';

/** What a person says about similar money: `other`, or the kind and id of the same money. Empty: nothing yet. */
export const NO_ANSWER = '';
const OTHER = 'other';
/** Similar money that is offered at first. */
const SHOWN = 5;

const KINDS: Record<SimilarMoneyDto['kind'], string> = {
  receipt: 'receipt',
  bank_line: 'the line of the bank',
  transfer: 'the claim',
};

interface SimilarMoneyProps {
  /** The refusal of the last attempt. Renders nothing unless it names similar money. */
  error: unknown;
  form: { values: { answer: string }; setFieldValue: (field: 'answer', answer: string) => void };
}

/** Asks whether money is the same as similar money that the service has found. */
export function SimilarMoney({ error, form }: SimilarMoneyProps) {
  const { answer: value } = form.values;
  const [showsAll, setShowsAll] = useState(false);
  const similar = similarIn(error);
  const shown = showsAll ? similar : similar.slice(0, SHOWN);
  // The question stays while the answer is on its way.
  if (similar.length === 0 && value === NO_ANSWER) return null;
  return (
    <div>
      <NativeSelect
        label="Is it the same money?"
        required
        data={[
          { value: NO_ANSWER, label: 'Choose…' },
          { value: OTHER, label: 'This is other money' },
          ...shown.map((one) => ({ value: `${one.kind} ${one.id}`, label: sameAs(one) })),
        ]}
        value={value}
        onChange={(event) => form.setFieldValue('answer', event.currentTarget.value)}
      />
      {shown.length < similar.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          {`Show all ${formatCount(similar.length)}`}
        </Button>
      )}
    </div>
  );
}

/** Makes the label of a choice: the money is the same as this. */
export function sameAs({ kind, id, date, reference }: SimilarMoneyDto): string {
  return `It is the same money as ${KINDS[kind]} ${reference ?? id} of ${formatDay(date)}`;
}

/** Makes the part of a request's body that answers the question. */
export function bodyOf(answer: string): { other_money?: true; same_as?: SameAsDto } {
  if (answer === NO_ANSWER) return {};
  if (answer === OTHER) return { other_money: true };
  const [kind, id] = answer.split(' ');
  return { same_as: { kind: kind as SameAsDto['kind'], id: Number(id) } };
}

function similarIn(error: unknown): readonly SimilarMoneyDto[] {
  if (!(error instanceof ApiError)) return [];
  const { similar = [] } = (error.body ?? {}) as { similar?: SimilarMoneyDto[] };
  return similar;
}
