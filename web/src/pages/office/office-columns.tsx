import { OrderLink } from '../../order/order-link';
import { columnOf } from '../../shared/lists/columns';
import { ClientLinkById } from './client/client-link-by-id';

/** Makes columns with links to a client and to an order. */
export const linkTo = {
  client: columnOf<number | null>((id) => (id === null ? '–' : <ClientLinkById id={id} />)),
  order: columnOf<string | null>((number) =>
    number === null ? '–' : <OrderLink number={number} />,
  ),
};
