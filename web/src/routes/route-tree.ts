import { clientRoutes } from './client-routes';
import { officeRoutes } from './office-routes';
import {
  acceptInvitationRoute,
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
  signedInRoute.addChildren([accountRoute, clientRoutes, officeRoutes]),
]);
