import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getClientOptions,
  listClientsOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { useSetParameter } from '../../../shared/lists/filter-bar';

const SHOWN = 20;
const PAUSE_MS = 200;
/** Names change rarely. */
const FRESH_MS = 5 * 60_000;

/** Returns the name of a client; `Client 17` while it loads, and for people who may not see clients. */
export function useClientName(client: string | undefined): string {
  const mayRead = useMay('clients:read');
  const found = useQuery({
    ...getClientOptions({ path: { id: Number(client) } }),
    enabled: mayRead && client !== undefined,
    staleTime: FRESH_MS,
  });
  return found.data?.data.name ?? `Client ${client}`;
}

/** Renders a filter for a client, which is found by a part of its name; nothing for people who may not see clients. */
export function ClientFilter({ value }: { value: string | undefined }) {
  return useMay('clients:read') ? <ClientPicker value={value} /> : null;
}

function ClientPicker({ value }: { value: string | undefined }) {
  const set = useSetParameter();
  const name = useClientName(value);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, PAUSE_MS);
  // The field shows the name of the chosen client: that is no search.
  const q = words.trim() === '' || words === name ? undefined : words.trim();
  const found = useQuery({
    ...listClientsOptions({ query: { q, limit: SHOWN } }),
    placeholderData: keepPreviousData,
  });
  const others = (found.data?.data ?? []).filter(({ id }) => String(id) !== value);
  return (
    <Select
      label="Client"
      placeholder="Part of its name"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Any client' }}
      value={value ?? null}
      data={[
        ...(value === undefined ? [] : [{ value, label: name }]),
        ...others.map((client) => ({ value: String(client.id), label: client.name })),
      ]}
      // The service has searched already.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => set('client', id ?? '')}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No client has this name'}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
