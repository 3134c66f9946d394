import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CourierDto } from '../../../../api/generated/admin-types';
import { listCouriersOptions, replaceCouriersMutation } from '../../../../api/generated/admin';
import { TableSkeleton } from '../../../../shared/lists/data-table';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { useSavedForm } from '../../../../shared/forms/use-saved-form';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { Form } from '../../../../shared/forms/form';
import classes from './couriers.module.css';

/** Renders and changes the couriers and the templates of their tracking pages' addresses. */
export function TrackingPages() {
  const query = useQuery(listCouriersOptions());
  if (query.error !== null) {
    return (
      <ProblemNotice
        error={query.error}
        title="The couriers could not be loaded."
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) return <TableSkeleton rows={3} />;
  return <CouriersForm couriers={query.data.data} />;
}

interface CourierRow {
  name: string;
  url_template: string;
}

const BLANK: CourierRow = { name: '', url_template: '' };

function CouriersForm({ couriers }: { couriers: readonly CourierDto[] }) {
  const { form, draft, save } = useSavedForm({
    name: 'couriers',
    initialValues: { couriers: couriers.length === 0 ? [BLANK] : couriers.map(toRow) },
    send: replaceCouriersMutation().mutationFn,
    onSaved: (_, { resetDirty }) => resetDirty(),
  });
  return (
    <SectionCard title="Tracking pages">
      <Form
        fields={form}
        className={classes.form}
        onSubmit={form.onSubmit((values) => save.mutate({ body: values }))}
        onChange={() => save.isSuccess && save.reset()}
      >
        <p className="soft small">
          A shipment that is typed by hand gets the tracking page of its courier.{' '}
          <code>{'{tracking_number}'}</code> stands where the number goes.
        </p>
        <FormProblem error={save.error} title="The couriers were not saved." />
        {draft.offer}
        <CourierRows form={form} />
        <div className="buttons">
          <Button variant="default" onClick={() => form.insertListItem('couriers', BLANK)}>
            Add courier
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save couriers
          </Button>
        </div>
        <div role="status">
          {save.isSuccess && <Notice tone="ok" title="The couriers were saved." />}
        </div>
      </Form>
    </SectionCard>
  );
}

function CourierRows({ form }: { form: UseFormReturnType<{ couriers: CourierRow[] }> }) {
  const rows = form.getValues().couriers;
  const field = (path: string) => ({ key: form.key(path), ...form.getInputProps(path) });
  return (
    <ul className={classes.pages}>
      {rows.map(({ name }, index) => (
        <li key={form.key(`couriers.${index}`)}>
          <TextInput
            label="Name"
            required
            autoComplete="off"
            {...field(`couriers.${index}.name`)}
          />
          <TextInput
            label="Tracking page"
            placeholder="https://track.example.com/{tracking_number}"
            autoComplete="off"
            {...field(`couriers.${index}.url_template`)}
          />
          <Button
            variant="default"
            aria-label={`Remove courier ${name}`}
            onClick={() => form.removeListItem('couriers', index)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function toRow({ name, url_template: template }: CourierDto): CourierRow {
  return { name, url_template: template ?? '' };
}
