import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { NotFound } from './frame/not-found';
import { PageFailure } from './frame/page-failure';
import { routeTree } from './routes/route-tree';
import { parseSearch, stringifySearch } from './search-params';
import { focusPageHeading } from './shared/layout/page-header';

/** Creates the application's router. After a navigation to another page, the focus moves to its h1. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusPageHeading();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
