import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBoxesOptions, replaceBoxesMutation } from '../../../../api/generated/admin';
import type { BoxDto } from '../../../../api/generated/admin-types';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { useSavedForm, type FieldOf } from '../../../../shared/forms/use-saved-form';
import { Loaded } from '../../../../shared/layout/loaded';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { Form } from '../../../../shared/forms/form';
import { NumberField } from '../../../../shared/text-fields';
import { typedNumber } from '../../../../shared/forms/typed-number';
import classes from './couriers.module.css';

/** Renders and changes the boxes that the house packs in. */
export function BoxesSection() {
  const query = useQuery(listBoxesOptions());
  return (
    <SectionCard title="Boxes">
      <Loaded query={query} what="The boxes" rows={2}>
        {({ data }) => <BoxesForm boxes={data} />}
      </Loaded>
    </SectionCard>
  );
}

/** A box as people measure it: in centimeters and kilograms, the empty one in grams. */
const BLANK = {
  name: '',
  length_mm: '',
  breadth_mm: '',
  height_mm: '',
  empty_grams: '',
  max_grams: '',
};
type BoxRow = typeof BLANK;

const NUMBERS = [
  { name: 'length_mm', label: 'Length, cm', unit: 10 },
  { name: 'breadth_mm', label: 'Breadth, cm', unit: 10 },
  { name: 'height_mm', label: 'Height, cm', unit: 10 },
  { name: 'empty_grams', label: 'Empty, g', unit: 1 },
  { name: 'max_grams', label: 'Holds, kg', unit: 1000 },
] as const;

function BoxesForm({ boxes }: { boxes: readonly BoxDto[] }) {
  const { form, draft, save, field } = useSavedForm({
    name: 'boxes',
    initialValues: { boxes: boxes.length === 0 ? [BLANK] : boxes.map(toRow) },
    send: ({ boxes: rows }: { boxes: BoxRow[] }) =>
      replaceBoxesMutation().mutationFn({ body: { boxes: rows.map(toBox) } }),
    onSaved: (_, { resetDirty }) => resetDirty(),
  });
  const { boxes: rows } = form.getValues();
  return (
    <Form
      fields={form}
      className={classes.form}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onChange={() => save.isSuccess && save.reset()}
    >
      <p className="soft small">
        A booking takes the smallest box that holds the weight of its units, with the box itself.
        The packer can choose another one.
      </p>
      <FormProblem error={save.error} title="The boxes were not saved." />
      {draft.offer}
      <ul className={classes.boxes}>
        {rows.map(({ name }, index) => (
          <li key={form.key(`boxes.${index}`)}>
            <BoxFields path={`boxes.${index}`} field={field} />
            <Button
              variant="default"
              aria-label={`Remove box ${name}`}
              onClick={() => form.removeListItem('boxes', index)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button variant="default" onClick={() => form.insertListItem('boxes', BLANK)}>
          Add box
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save boxes
        </Button>
      </div>
      <div role="status">
        {save.isSuccess && <Notice tone="ok" title="The boxes were saved." />}
      </div>
    </Form>
  );
}

function BoxFields({ path, field }: { path: string; field: FieldOf }) {
  const input = (name: keyof BoxRow) => {
    const { key, ...props } = field(`${path}.${name}`);
    const Field = name === 'name' ? TextInput : NumberField;
    return <Field key={key} required autoComplete="off" label={labelOf(name)} {...props} />;
  };
  return (
    <>
      {input('name')}
      {NUMBERS.map(({ name }) => input(name))}
    </>
  );
}

function labelOf(name: keyof BoxRow): string {
  return NUMBERS.find((number) => number.name === name)?.label ?? 'Name';
}

function toRow(box: BoxDto): BoxRow {
  const numbers = NUMBERS.map(({ name, unit }) => [name, String(box[name] / unit)]);
  return { name: box.name, ...(Object.fromEntries(numbers) as Omit<BoxRow, 'name'>) };
}

function toBox(row: BoxRow) {
  // Rounded, because 12.3 × 10 is not a whole number in the computer.
  const number = (name: (typeof NUMBERS)[number]['name'], unit: number): number =>
    Math.round(typedNumber(row[name]) * unit);
  return {
    name: row.name,
    length_mm: number('length_mm', 10),
    breadth_mm: number('breadth_mm', 10),
    height_mm: number('height_mm', 10),
    empty_grams: number('empty_grams', 1),
    max_grams: number('max_grams', 1000),
  };
}
