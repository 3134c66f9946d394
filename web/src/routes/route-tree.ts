import { clientRoutes } from './client-routes';
import { officeRoutes } from './office-routes';
import {
  acceptInvitationRoute,
  accountMailsRoute,
  accountRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  rootRoute,
  signedInRoute,
  signInRoute,
} from './root';

export const routeTree = rootRoute.addChildren([
  signInRoute,
  acceptInvitationRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  signedInRoute.addChildren([accountRoute, accountMailsRoute, clientRoutes, officeRoutes]),
]);
