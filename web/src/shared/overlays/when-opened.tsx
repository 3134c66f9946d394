import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

interface Openable {
  opened: boolean;
}

/**
 * Makes a component that loads when it is opened for the first time. Dialogs and menus are a fifth of the application, and
 * none is open when a page is shown.
 */
export function whenOpened<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Openable> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function WhenOpened(props: Props & Openable): ReactNode {
    const [wasOpened, setOpened] = useState(false);
    if (props.opened && !wasOpened) setOpened(true);
    return wasOpened ? (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
}
