import { createRoute, redirect } from '@tanstack/react-router';
import { signedInRoute } from './root';

/** The pages of the wholesaler's staff are below it. */
export const officeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/office',
  beforeLoad: ({ context }) => {
    if (context.kind !== 'operator') throw redirect({ to: '/' });
  },
});
