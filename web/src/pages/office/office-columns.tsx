import { OrderLink } from '../../order/order-link';
import { columnOf, columnsOf } from '../../shared/lists/columns';
import { ClientLinkById } from './client/client-link-by-id';

/** Returns functions that make the columns of operators' tables, with links to clients and orders. */
export function officeColumnsOf<Row>() {
  return {
    ...columnsOf<Row>(),
    client: columnOf<Row, number | null>((id) => (id === null ? '–' : <ClientLinkById id={id} />)),
    order: columnOf<Row, string | null>((number) =>
      number === null ? '–' : <OrderLink number={number} />,
    ),
  };
}
