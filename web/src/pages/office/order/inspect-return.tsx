import { itemText } from '../../../../../src/catalog/variations/variation-keys.ts';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { inspectReturnMutation } from '../../../api/generated/admin';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { FormButton } from '../../../shared/forms/form-button';
import { plural } from '../../../shared/format';
import { unitsField } from '../../../order/units-field';

interface InspectReturnProps {
  order: OrderRecordDto;
  asked: OrderRecordDto['returns'][number];
}

/** Records how many units of a return are good, and go back to stock, and how many are scrap. */
export function InspectReturn({ order, asked }: InspectReturnProps) {
  const isFirst = asked.inspected_at === null;
  return (
    <FormButton
      size="sm"
      label={isFirst ? 'Inspect return' : 'Inspect again'}
      title={`Inspect the return of ${order.order_number}`}
      action="Save"
      initialValues={{
        items: asked.items.map(({ quantity, good, scrap }) => ({
          good: (isFirst ? quantity - scrap : good) as number | string,
          scrap: scrap as number | string,
        })),
      }}
      validate={({ items }) => {
        const tooMany = items.findIndex(
          ({ good, scrap }, index) => Number(good) + Number(scrap) > asked.items[index]!.quantity,
        );
        if (tooMany === -1) return {};
        const units = plural(asked.items[tooMany]!.quantity, 'unit');
        return { [`items.${tooMany}.good`]: `Good and scrap together: at most ${units}` };
      }}
      send={({ items }) =>
        inspectReturnMutation().mutationFn({
          path: { order_number: order.order_number },
          body: {
            items: asked.items.map(({ line }, index) => ({
              line,
              good: Number(items[index]?.good),
              scrap: Number(items[index]?.scrap),
            })),
          },
        })
      }
    >
      {(_, field) =>
        asked.items.map((item, index) => (
          <InspectedLine
            key={item.line}
            name={itemText(order.items.find(({ line }) => line === item.line)!)}
            item={item}
            good={{ ...field(`items.${index}.good`), 'data-autofocus': index === 0 }}
            scrap={field(`items.${index}.scrap`)}
          />
        ))
      }
    </FormButton>
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
