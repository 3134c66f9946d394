import { Link } from '@tanstack/react-router';
import { PageHeader } from '../shared/page-header';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <>
      <PageHeader title="This page does not exist" />
      <p>
        Check the address, or <Link to="/">go to the first page</Link>.
      </p>
    </>
  );
}
