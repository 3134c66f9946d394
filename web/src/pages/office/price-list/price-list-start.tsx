import { Button, TextInput } from '@mantine/core';
import type { PriceListPreviewDto } from '../../../api/generated/admin-types';
import { schedulePriceListMutation, withdrawPriceListMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import { FormProblem } from '../../../shared/forms/form-problem';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { plural } from '../../../shared/format';
import { SectionCard } from '../../../shared/layout/section-card';
import { indianTimestamp, nextMidnight, StartTime } from '../../../shared/start-time';
import { Form } from '../../../shared/forms/form';
import classes from './price-list-start.module.css';

type List = Pick<PriceListPreviewDto, 'id' | 'name' | 'state' | 'effective_from' | 'prices'>;

/** Renders the start of a list: a choice for a draft, and the way to withdraw a scheduled list. */
export function PriceListStart({ list }: { list: List }) {
  const canChange = useMay('plans:write');
  const { state, effective_from: at } = list;
  if (state === 'draft') {
    return canChange ? <ScheduleForm list={list} /> : null;
  }
  if (at === null) return null;
  const isAhead = state === 'scheduled';
  return (
    <SectionCard
      title={isAhead ? 'Starts' : 'Start'}
      aside={isAhead && canChange ? <TakeBack list={list} /> : undefined}
    >
      <p>
        {isAhead && 'Starts '}
        {state === 'applied' && 'Started '}
        {state === 'withdrawn' && 'Was to start '}
        <StartTime at={at} />
      </p>
    </SectionCard>
  );
}

function ScheduleForm({ list }: { list: List }) {
  const { form, draft, save } = useSavedForm({
    name: 'start',
    initialValues: { effective_from: nextMidnight() },
    send: schedulePriceListMutation().mutationFn,
  });
  return (
    <SectionCard title="Start" aside={<TakeBack list={list} />}>
      <Form
        fields={form}
        className={classes.form}
        onSubmit={form.onSubmit(({ effective_from: at }) =>
          save.mutate({ path: { id: list.id }, body: { effective_from: indianTimestamp(at) } }),
        )}
      >
        <FormProblem error={save.error} title="The list was not scheduled." />
        {draft.offer}
        <TextInput
          label="Starts (Indian time)"
          type="datetime-local"
          required
          {...form.getInputProps('effective_from')}
        />
        <Button type="submit" loading={save.isPending}>
          {`Schedule ${plural(list.prices, 'price')}`}
        </Button>
      </Form>
      <p className="soft small">
        All prices start together at this time, as they stand below. Until then the list can be
        withdrawn.
      </p>
    </SectionCard>
  );
}

function TakeBack({ list: { id, name, state, prices } }: { list: List }) {
  const isDraft = state === 'draft';
  return (
    <ConfirmButton
      label={isDraft ? 'Discard draft' : 'Take back'}
      title={isDraft ? `Discard ${name}?` : `Take back ${name}?`}
      busy="Taking back…"
      isDangerous
      send={() => withdrawPriceListMutation().mutationFn({ path: { id } })}
    >
      <p>{`${plural(prices, 'price')} will not start. Prices stay as they are now.`}</p>
    </ConfirmButton>
  );
}
