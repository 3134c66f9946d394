import { clientRoutes } from './client-routes';
import { officeRoutes } from './office-routes';
import { rootRoute, signedInRoute, signInRoute } from './root';

export const routeTree = rootRoute.addChildren([
  signInRoute,
  signedInRoute.addChildren([clientRoutes, officeRoutes]),
]);
