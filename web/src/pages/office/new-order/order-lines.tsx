import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import {
  variationKeys,
  variationText,
} from '../../../../../src/catalog/variations/variation-keys.ts';
import { formatCount } from '../../../shared/format';
import { Icon } from '../../../shared/icon';
import { Money } from '../../../shared/money';
import { ProductImage } from '../../../shared/product-image';
import classes from './new-order.module.css';
import { fieldsOf, type Line, type OrderValues, type ProblemOf } from './order-values';

interface OrderLinesProps {
  form: UseFormReturnType<OrderValues>;
  /** What the service says of a field. */
  problemOf: ProblemOf;
  /** Called after Enter in a field of a line. */
  onDone: () => void;
}

/** Renders the lines of the new order. */
export function OrderLines({ form, problemOf, onDone }: OrderLinesProps) {
  const { items } = form.values;
  if (items.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {items.map((line, index) => (
        <OrderLine
          // A product may have several lines, one for each of its combinations.
          key={`${line.product.sku} ${index}`}
          line={line}
          path={`items.${index}`}
          form={form}
          problemOf={problemOf}
          onDone={onDone}
          onRemove={() => {
            form.removeListItem('items', index);
            onDone();
          }}
        />
      ))}
    </ul>
  );
}

interface OrderLineProps extends OrderLinesProps {
  line: Line;
  /** Path of the line in the form. */
  path: string;
  onRemove: () => void;
}

function OrderLine({ line, path, form, problemOf, onDone, onRemove }: OrderLineProps) {
  const { product, variation, quantity } = line;
  const { sku, name, stock_qty: stock, variation_stocks: stocks, price } = product;
  const field = fieldsOf(form, problemOf);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onDone();
  };
  const { requested, available: left = 0 } = problemOf(`${path}.quantity`) ?? {};
  const take = (): void => {
    form.setFieldValue(`${path}.quantity`, left);
    onDone();
  };
  const keys = variationKeys(product.variations);
  const available = variation === '' ? stock : (stocks[variation] ?? 0);
  return (
    <li>
      <ProductImage address={product.image ?? undefined} size={40} />
      <span className={classes.article}>
        {name}
        <span className="soft small">
          <code>{sku}</code>
          {` · ${formatCount(available)} available`}
        </span>
        <span className={classes.problem}>{problemOf(`${path}.sku`)?.message}</span>
      </span>
      {keys.length > 1 && (
        <NativeSelect
          aria-label={`Variation of ${name}`}
          onKeyDown={onKeyDown}
          data={[
            { value: '', label: 'Choose a variation' },
            ...keys.map((key) => ({
              value: key,
              label: `${variationText(key)} (${formatCount(stocks[key] ?? 0)} available)`,
            })),
          ]}
          {...field(`${path}.variation`)}
        />
      )}
      <span className={classes.amount}>
        <span className="soft" aria-hidden>
          Quantity
        </span>
        <TextInput
          {...field(`${path}.quantity`)}
          aria-label={`Quantity of ${name}`}
          inputMode="numeric"
          autoComplete="off"
          data-quantity
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Money amount={price === undefined ? null : price * Number(quantity)} />
        <ActionIcon variant="subtle" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="close" />
        </ActionIcon>
      </span>
      {/* Not if several lines are of one article: what is left is for all of them. */}
      {left > 0 && requested === Number(quantity) && (
        <Button variant="default" aria-label={`Take ${left} of ${name}`} onClick={take}>
          {`Take ${formatCount(left)}`}
        </Button>
      )}
    </li>
  );
}
