import { createRoute, redirect } from '@tanstack/react-router';
import { signedInRoute } from './root';

/** Parent of the pages of the wholesaler's staff. */
export const officeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/office',
  beforeLoad: ({ context }) => {
    if (context.kind !== 'operator') throw redirect({ to: '/' });
  },
});
