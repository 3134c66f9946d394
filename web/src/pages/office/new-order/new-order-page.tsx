import { getRouteApi, Link } from '@tanstack/react-router';
import { PageHeader } from '../../../shared/layout/page-header';
import { ChooseClient } from './choose-client';
import { NewOrder } from './new-order';

const route = getRouteApi('/signed-in/office/orders/new');

/** Renders an order that staff place for a client, as on the telephone. */
export function NewOrderPage() {
  const { client } = route.useSearch();
  if (client !== undefined) return <NewOrder key={client} clientId={Number(client)} />;
  return (
    <>
      <PageHeader title="New order" back={<Link to="/office/orders">Orders</Link>} />
      <ChooseClient />
    </>
  );
}
