import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listClientsOptions } from '../../../../api/generated/admin';
import { useSetParameter } from '../../../../shared/lists/filter-bar';
import { useClientName } from './client-name';
import { usePages } from '../../../../shared/lists/list-view';

const SHOWN = 20;
const PAUSE_MS = 200;

export interface ClientFilterProps {
  /** Id of the chosen client. */
  value: string | undefined;
  /** The query parameter of the filter. */
  parameter?: string;
  /** Text before the id in the parameter. */
  prefix?: string;
}

/** Renders a choice of one client, which is found by a part of its name. */
export function ClientPicker({ value, parameter = 'client', prefix = '' }: ClientFilterProps) {
  const set = useSetParameter();
  const name = useClientName(value);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, PAUSE_MS);
  // The field shows the chosen client's name, which must not filter the clients.
  const q = words.trim() === '' || words === name ? undefined : words.trim();
  const found = usePages(listClientsOptions({ query: { q, limit: SHOWN } }));
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
      onChange={(id) => set(parameter, id === null ? '' : prefix + id)}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No client has this name'}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
