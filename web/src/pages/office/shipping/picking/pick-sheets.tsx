import type { OrderToPickDto } from '../../../../api/generated/admin-types';
import { lineName } from '../../../../order/line-name';
import { formatCount, formatTimestamp, plural } from '../../../../shared/format';
import { articlesOf, linesByShelf, unitsOf, type ArticleToPick } from './picking';
import classes from '../sheets.module.css';

interface SheetsProps {
  orders: readonly OrderToPickDto[];
}

function timeOfPrinting(): string {
  return formatTimestamp(new Date().toISOString());
}

function Head({ title, orders }: SheetsProps & { title: string }) {
  return (
    <div className={classes.head}>
      <h1>{title}</h1>
      <span>
        {`${plural(orders.length, 'order')}, ${plural(unitsOf(orders), 'unit')} · ${timeOfPrinting()}`}
      </span>
    </div>
  );
}

interface PickRowProps {
  units: Pick<ArticleToPick, 'shelf' | 'sku' | 'name' | 'variation' | 'quantity'>;
}

function PickRow({ units }: PickRowProps) {
  const { shelf, sku, quantity } = units;
  return (
    <tr>
      <td className={classes.box} />
      <td className={classes.shelf}>{shelf ?? '–'}</td>
      <td className={classes.code}>{sku}</td>
      <td>{lineName(units)}</td>
      <td className={classes.number}>{formatCount(quantity)}</td>
    </tr>
  );
}

/** Renders the units to take from each shelf for all orders, for one walk through the warehouse. */
export function PickSheetBySku({ orders }: SheetsProps) {
  return (
    <section>
      <Head title="Pick list by shelf" orders={orders} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th aria-label="Picked" />
            <th>Shelf</th>
            <th>SKU</th>
            <th>Item</th>
            <th className={classes.number}>Quantity</th>
          </tr>
        </thead>
        <tbody>
          {articlesOf(orders).map((article) => (
            <PickRow key={article.key} units={article} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders the units to pick of each order. */
export function PickSheetByOrder({ orders }: SheetsProps) {
  return (
    <section>
      <Head title="Pick list by order" orders={orders} />
      {orders.map((order) => (
        <div key={order.order_number} className={classes.order}>
          <h2>
            <span className={classes.code}>{order.order_number}</span>
            <span>{`${order.client_name} · ${order.shipping.city}`}</span>
          </h2>
          <table className={classes.table}>
            <tbody>
              {linesByShelf(order).map((line) => (
                <PickRow key={line.line} units={line} />
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}
