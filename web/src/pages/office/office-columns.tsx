import { Link } from '@tanstack/react-router';
import { OrderLink } from '../../order/order-link';
import { columnOf } from '../../shared/lists/columns';
import { ClientLinkById } from './client/client-link';

/** Makes columns with links to clients, products and orders. */
export const linkTo = {
  client: columnOf<number | null>((id) => (id === null ? '–' : <ClientLinkById id={id} />)),
  product: columnOf<string>((sku) => (
    <Link to="/office/catalog/$sku" params={{ sku }} className="mono">
      {sku}
    </Link>
  )),
  order: columnOf<string | null>((number) =>
    number === null ? '–' : <OrderLink number={number} />,
  ),
};
