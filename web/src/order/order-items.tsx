import { variationText } from '../../../src/catalog/variations/variation-keys.ts';
import { column, type Column } from '../shared/lists/columns';
import { DataTable } from '../shared/lists/data-table';
import { Money } from '../shared/money';
import classes from './order-items.module.css';

/** A line of an order; people who may not see prices get none. */
export interface OrderLine {
  line: number;
  sku: string;
  name: string;
  variation: string | null;
  quantity: number;
  shipped_quantity: number;
  unit_price?: number | null;
  line_total?: number | null;
}

interface OrderItemsProps {
  items: readonly OrderLine[];
  /** Left out for people who may not see prices. */
  amounts?: Amounts;
}

interface Amounts {
  subtotal: number;
  delivery: number;
  total: number;
}

const COLUMNS: readonly Column<OrderLine>[] = [
  column.cell('Item', ({ name, sku, variation }) => (
    <span className={classes.article}>
      <span>{name}</span>
      <span className="soft small">
        <code>{sku}</code>
        {variation !== null && ` · ${variationText(variation)}`}
      </span>
    </span>
  )),
  column.number('Quantity', 'quantity'),
  column.number('Shipped', ({ shipped_quantity: shipped }) => (shipped === 0 ? null : shipped)),
];
const PRICES: readonly Column<OrderLine>[] = [
  column.money('Price', ({ unit_price }) => unit_price ?? 0),
  column.money('Amount', ({ line_total }) => line_total ?? 0),
];

/** Renders the items of an order and its amounts. */
export function OrderItems({ items, amounts }: OrderItemsProps) {
  const columns = amounts === undefined ? COLUMNS : [...COLUMNS, ...PRICES];
  return (
    <>
      <DataTable caption="Items" columns={columns} rows={items} rowKey={({ line }) => line} />
      {amounts !== undefined && <OrderAmounts {...amounts} />}
    </>
  );
}

/** Renders what an order costs. */
export function OrderAmounts({ subtotal, delivery, total }: Amounts) {
  return (
    <dl className={classes.amounts}>
      <dt>Subtotal</dt>
      <dd>
        <Money amount={subtotal} />
      </dd>
      <dt>Delivery</dt>
      <dd>
        <Money amount={delivery} />
      </dd>
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>
        <Money amount={total} strong />
      </dd>
    </dl>
  );
}
