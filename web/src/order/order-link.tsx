import { Link } from '@tanstack/react-router';

interface OrderLinkProps {
  number: string;
}

/** Links to the page that operators have of an order. */
export function OrderLink({ number }: OrderLinkProps) {
  return (
    <Link to="/office/orders/$number" params={{ number }} className="mono">
      {number}
    </Link>
  );
}

/** Links to the page that a client has of an order. */
export function OwnOrderLink({ number }: OrderLinkProps) {
  return (
    <Link to="/orders/$number" params={{ number }} className="mono">
      {number}
    </Link>
  );
}
