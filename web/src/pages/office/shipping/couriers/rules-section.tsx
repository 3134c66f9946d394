import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import {
  getBookingRulesOptions,
  listBoxesOptions,
  listCourierAccountsOptions,
  replaceBookingRulesMutation,
} from '../../../../api/generated/admin';
import type {
  BookingRulesDto,
  BoxDto,
  CourierAccountDto,
} from '../../../../api/generated/admin-types';
import { useMay } from '../../../../frame/session';
import { CheckField } from '../../../../shared/forms/check-field';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { useSavedForm } from '../../../../shared/forms/use-saved-form';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { Form } from '../../../../shared/forms/form';
import { NumberField } from '../../../../shared/text-fields';
import { typedNumber } from '../../../../shared/forms/typed-number';
import classes from './couriers.module.css';

/** Renders and changes how shipments are booked. */
export function RulesSection() {
  const mayWrite = useMay('couriers:write');
  const [rules, accounts, boxes] = useQueries({
    queries: [getBookingRulesOptions(), listCourierAccountsOptions(), listBoxesOptions()],
  });
  if (!mayWrite) return null;
  return (
    <SectionCard title="How shipments are booked">
      <ProblemNotice
        error={rules.error}
        title="The rules could not be loaded."
        onRetry={() => void rules.refetch()}
      />
      {rules.data && accounts.data && boxes.data && (
        <RulesForm rules={rules.data.data} accounts={accounts.data.data} boxes={boxes.data.data} />
      )}
    </SectionCard>
  );
}

interface RulesProps {
  rules: BookingRulesDto;
  accounts: readonly CourierAccountDto[];
  boxes: readonly BoxDto[];
}

function RulesForm({ rules, accounts, boxes }: RulesProps) {
  const { form, draft, save } = useSavedForm({
    name: 'booking rules',
    initialValues: valuesOf(rules),
    send: (values: ReturnType<typeof valuesOf>) =>
      replaceBookingRulesMutation().mutationFn({ body: bodyOf(values) }),
    onSaved: (_, { resetDirty }) => resetDirty(),
  });
  return (
    <Form
      fields={form}
      className={classes.form}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onChange={() => save.isSuccess && save.reset()}
    >
      <FormProblem error={save.error} title="The rules were not saved." />
      {draft.offer}
      <NativeSelect
        label="Account"
        description="For bookings that name none"
        data={[{ value: '', label: 'Choose with each booking' }, ...accounts.map(toOption)]}
        {...form.getInputProps('account_id')}
      />
      <NativeSelect
        label="Box"
        description="Where no box holds the weight"
        data={[{ value: '', label: 'Choose with each booking' }, ...boxes.map(toOption)]}
        {...form.getInputProps('box_id')}
      />
      <NumberField
        label="Weight of a unit whose product has none, in grams"
        description="Left empty, such an order is not booked: a weight that is guessed costs money afterwards"
        {...form.getInputProps('unit_grams')}
      />
      <TextInput
        label="Ask for the day’s pick-up at"
        description="Left empty, a person presses the button"
        type="time"
        {...form.getInputProps('pickup_cut_off')}
      />
      <CheckField
        label="Book again when an address was corrected"
        {...form.getInputProps('books_again', { type: 'checkbox' })}
      />
      <CheckField
        label="Ask for another attempt when the courier did not try"
        {...form.getInputProps('reattempts', { type: 'checkbox' })}
      />
      <div className="buttons">
        <Button type="submit" loading={save.isPending}>
          Save rules
        </Button>
      </div>
      <div role="status">
        {save.isSuccess && <Notice tone="ok" title="The rules were saved." />}
      </div>
    </Form>
  );
}

function toOption({ id, name }: { id: number; name: string }) {
  return { value: String(id), label: name };
}

function valuesOf({
  account_id,
  box_id,
  unit_grams,
  books_again,
  reattempts,
  pickup_cut_off,
}: BookingRulesDto) {
  const text = (value: number | null): string => (value === null ? '' : String(value));
  return {
    account_id: text(account_id),
    box_id: text(box_id),
    unit_grams: text(unit_grams),
    books_again,
    reattempts,
    pickup_cut_off: pickup_cut_off ?? '',
  };
}

function bodyOf(values: ReturnType<typeof valuesOf>) {
  const number = (text: string) => (text === '' ? undefined : Number(text));
  return {
    account_id: number(values.account_id),
    box_id: number(values.box_id),
    unit_grams: values.unit_grams === '' ? undefined : typedNumber(values.unit_grams),
    books_again: values.books_again,
    reattempts: values.reattempts,
    pickup_cut_off: values.pickup_cut_off === '' ? undefined : values.pickup_cut_off,
  };
}
