import { lazyRouteComponent } from '@tanstack/react-router';
import { NoAnswer } from '../api/operations';

/**
 * Makes a component that is loaded once it is shown. The router loads the whole document again if a file is missing, as after an
 * update. Without a connection the browser would show a page of its own then, so that is an error like that of any other call.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (cause: unknown) => {
        const isThere = await fetch('/dashboard/', { method: 'HEAD' }).then(
          () => true,
          () => false,
        );
        throw isThere ? cause : new NoAnswer('GET', { cause });
      }),
    name,
  );
