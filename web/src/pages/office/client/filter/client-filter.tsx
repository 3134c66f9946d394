import { lazy, Suspense } from 'react';
import type { ClientFilterProps } from './client-picker';
import { useMay } from '../../../../frame/session';

const ClientPicker = lazy(async () => ({
  default: (await import('./client-picker')).ClientPicker,
}));

/** Renders a filter for a client by its name; nothing for people who may not see clients. */
export function ClientFilter(props: ClientFilterProps) {
  if (!useMay('clients:read')) return null;
  return (
    <Suspense>
      <ClientPicker {...props} />
    </Suspense>
  );
}
