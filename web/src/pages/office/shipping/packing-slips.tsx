import { isIn } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { OrderToPickDto } from '../../../api/generated/admin-types';
import { HOUSE } from '../../../frame/brand/house';
import { lineName } from '../../../order/line-name';
import { formatCount, formatDay } from '../../../shared/format';
import { linesByShelf } from './picking/picking';
import classes from './sheets.module.css';

/** Renders a slip for the box of each order, one a page; without prices, because the customer of the store sees it. */
export function PackingSlips({ orders }: { orders: readonly OrderToPickDto[] }) {
  return orders.map((order) => <PackingSlip key={order.order_number} order={order} />);
}

function PackingSlip({ order }: { order: OrderToPickDto }) {
  const { customer, shipping, store_order_id: storeOrder, notes } = order;
  return (
    <section className={classes.slip}>
      <div className={classes.head}>
        <h1>{order.client_name}</h1>
        <span className={classes.code}>{order.order_number}</span>
      </div>
      <div className={classes.parties}>
        <div>
          <h2>Deliver to</h2>
          <address>
            <strong>{customer.name}</strong>
            {`\n${shipping.address}\n${shipping.city}, ${shipping.state} ${shipping.pincode}\n${shipping.country}\n${customer.phone}`}
          </address>
        </div>
        <div>
          <h2>Order</h2>
          <p>{`Placed ${formatDay(order.created_at)}`}</p>
          {storeOrder !== null && <p>{`Your order ${storeOrder}`}</p>}
          {isIn('closable', order.status) && <p>The rest of a part delivery</p>}
        </div>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th aria-label="Packed" />
            <th>SKU</th>
            <th>Item</th>
            <th className={classes.number}>Quantity</th>
          </tr>
        </thead>
        <tbody>
          {linesByShelf(order).map((line) => (
            <tr key={line.line}>
              <td className={classes.box} />
              <td className={classes.code}>{line.sku}</td>
              <td>{lineName(line)}</td>
              <td className={classes.number}>{formatCount(line.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes !== null && <p className={classes.foot}>{`Note: ${notes}`}</p>}
      {HOUSE.address.length > 0 && (
        <p className={classes.foot}>{`Packed by ${[HOUSE.name, ...HOUSE.address].join(', ')}`}</p>
      )}
    </section>
  );
}
