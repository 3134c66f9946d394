import { itemText } from '../../../../../src/catalog/variations/variation-keys.ts';
import { Button, NumberInput, type NumberInputProps } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getOrderOptions, inspectReturnMutation } from '../../../api/generated/admin';
import type { InspectReturnDto, OrderRecordDto } from '../../../api/generated/admin-types';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { plural } from '../../../shared/format';
import { Loaded } from '../../../shared/layout/loaded';
import { unitsField } from '../../../order/units-field';

interface InspectReturnProps {
  order: OrderRecordDto;
  asked: OrderRecordDto['returns'][number];
  'aria-label'?: string;
}

/** Opens the inspection of a return on the page of its order. */
export function InspectReturn({ order, asked, ...button }: InspectReturnProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button {...button} variant="default" size="sm" onClick={dialog.open}>
        {asked.inspected_at === null ? 'Inspect return' : 'Inspect again'}
      </Button>
      {isOpen && <InspectForm order={order} asked={asked} onClose={dialog.close} />}
    </>
  );
}

/** Opens the inspection of the return of an order in a list. */
export function InspectListed({ orderNumber }: { orderNumber: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  const query = useQuery({
    ...getOrderOptions({ path: { order_number: orderNumber } }),
    enabled: isOpen,
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={isOpen && query.isPending}
        aria-label={`Inspect ${orderNumber}`}
        onClick={dialog.open}
      >
        Inspect
      </Button>
      {isOpen && (
        <Loaded query={query} what="The return">
          {({ data: order }) => {
            // An order has one at most, which may have been settled before.
            const asked = order.returns.find(
              ({ status }) => status === 'received' || status === 'settled',
            );
            return asked && <InspectForm order={order} asked={asked} onClose={dialog.close} />;
          }}
        </Loaded>
      )}
    </>
  );
}

/** Records how many units of a return are good, and go back to stock, and how many are scrap. */
function InspectForm({ order, asked, onClose }: InspectReturnProps & { onClose: () => void }) {
  const { order_number } = order;
  const isFirst = asked.inspected_at === null;
  const title = `Inspect the return of ${order_number}`;
  const { form, draft, save, field } = useSavedForm({
    name: title,
    initialValues: {
      items: asked.items.map(({ quantity, good, scrap }) => ({
        good: (isFirst ? quantity - scrap : good) as number | string,
        scrap: scrap as number | string,
      })),
    },
    validate: ({ items }) => {
      const tooMany = items.findIndex(
        ({ good, scrap }, index) => Number(good) + Number(scrap) > asked.items[index]!.quantity,
      );
      if (tooMany === -1) return {};
      const units = plural(asked.items[tooMany]!.quantity, 'unit');
      return { [`items.${tooMany}.good`]: `Good and scrap together: at most ${units}` };
    },
    send: (items: InspectReturnDto['items']) =>
      inspectReturnMutation().mutationFn({ path: { order_number }, body: { items } }),
    onShown: onClose,
  });
  const { getValues, setFieldValue } = form;
  return (
    <FormDialog
      fields={form}
      opened
      onClose={onClose}
      title={title}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit(({ items }) =>
        save.mutate(
          asked.items.map(({ line }, index) => ({
            line,
            good: Number(items[index]?.good),
            scrap: Number(items[index]?.scrap),
          })),
        ),
      )}
    >
      {draft.offer}
      {asked.items.map((item, index) => (
        <InspectedLine
          key={item.line}
          name={itemText(order.items.find(({ line }) => line === item.line)!)}
          item={item}
          good={{ ...field(`items.${index}.good`), 'data-autofocus': index === 0 }}
          scrap={{
            ...field(`items.${index}.scrap`),
            onChange: (scrap) => {
              const known = getValues().items[index]!;
              setFieldValue(`items.${index}.good`, goodLeft(Number(scrap), known, item));
              setFieldValue(`items.${index}.scrap`, scrap);
            },
          }}
        />
      ))}
    </FormDialog>
  );
}

/** Computes the good units once a number of units is scrap: together all that came back, if they were so before. */
function goodLeft(
  scrap: number,
  before: Record<'good' | 'scrap', number | string>,
  { quantity, good: restocked }: InspectReturnProps['asked']['items'][number],
): number {
  const rest = Math.max(quantity - scrap, restocked);
  const isWhole = Number(before.good) + Number(before.scrap) === quantity;
  return isWhole ? rest : Math.min(Number(before.good), rest);
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
