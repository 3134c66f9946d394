import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../frame/session';

interface NewOrderLinkProps extends ButtonProps {
  /** Left out: the page asks for the client. */
  client?: number;
}

/** Renders the link to the form of a new order. */
export function NewOrderLink({ client, ...button }: NewOrderLinkProps) {
  if (!useMay('orders:place')) return null;
  const search = { client: client === undefined ? undefined : String(client) };
  return (
    <Button
      {...button}
      renderRoot={(props) => <Link to="/office/orders/new" search={search} {...props} />}
    >
      New order
    </Button>
  );
}
