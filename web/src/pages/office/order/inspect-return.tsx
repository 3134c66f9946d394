import { Button, NumberInput, type NumberInputProps } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { inspectReturnMutation } from '../../../api/generated/admin';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { plural } from '../../../shared/format';
import { lineName } from '../../../order/line-name';
import { unitsField } from '../../../order/units-field';

interface InspectReturnProps {
  order: OrderRecordDto;
  asked: OrderRecordDto['returns'][number];
}

/** Records how many units of a return are good, and go back to stock, and how many are scrap. */
export function InspectReturn({ order, asked }: InspectReturnProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {asked.inspected_at === null ? 'Inspect return' : 'Inspect again'}
      </Button>
      {isOpen && <InspectForm order={order} asked={asked} onClose={dialog.close} />}
    </>
  );
}

function InspectForm({ order, asked, onClose }: InspectReturnProps & { onClose: () => void }) {
  const isFirst = asked.inspected_at === null;
  const { form, draft, save, field } = useSavedForm({
    name: `inspection ${asked.id}`,
    initialValues: {
      items: asked.items.map(({ quantity, good, scrap }) => ({
        good: (isFirst ? quantity - scrap : good) as number | string,
        scrap: scrap as number | string,
      })),
    },
    send: inspectReturnMutation().mutationFn,
    onShown: onClose,
  });
  const submit = form.onSubmit(({ items }) => {
    const path = { order_number: order.order_number };
    const found = asked.items.map(({ line }, index) => ({
      line,
      good: Number(items[index]?.good),
      scrap: Number(items[index]?.scrap),
    }));
    const tooMany = asked.items.findIndex(
      ({ quantity }, index) => found[index]!.good + found[index]!.scrap > quantity,
    );
    if (tooMany === -1) save.mutate({ path, body: { items: found } });
    else {
      const units = plural(asked.items[tooMany]!.quantity, 'unit');
      form.setFieldError(`items.${tooMany}.good`, `Good and scrap together: at most ${units}`);
    }
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Inspect the return of ${order.order_number}`}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      {draft.offer}
      {asked.items.map((item, index) => (
        <InspectedLine
          key={item.line}
          name={lineName(order.items.find(({ line }) => line === item.line)!)}
          item={item}
          good={{ ...field(`items.${index}.good`), 'data-autofocus': index === 0 }}
          scrap={field(`items.${index}.scrap`)}
        />
      ))}
    </FormDialog>
  );
}

interface InspectedLineProps {
  name: string;
  item: InspectReturnProps['asked']['items'][number];
  good: NumberInputProps & { 'data-autofocus': boolean };
  scrap: NumberInputProps;
}

function InspectedLine({ name, item, good, scrap }: InspectedLineProps) {
  const { quantity, good: restocked } = item;
  const units = unitsField({ name, variation: null }, quantity);
  return (
    <>
      <NumberInput
        {...units}
        {...good}
        label={`${name}: good`}
        description={`Back to stock, of ${plural(quantity, 'unit')}`}
        min={restocked}
      />
      <NumberInput
        {...units}
        {...scrap}
        label={`${name}: scrap`}
        description="They cannot be sold again"
      />
    </>
  );
}
