import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { listClientsOptions } from '../../../api/generated/admin';

const SHOWN = 20;
const PAUSE_MS = 200;

interface ClientFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** Path of the field in its form. */
  path?: string;
}

/** Renders a field for a client, by a part of its name or its number. {@link clientIdOf} reads its text. */
export function ClientField({ value, onChange, error, path }: ClientFieldProps) {
  const list = useId();
  const [words] = useDebouncedValue(value, PAUSE_MS);
  const found = useQuery({
    ...listClientsOptions({ query: { q: words, limit: SHOWN } }),
    enabled: words.trim() !== '' && clientIdOf(words) === null,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextInput
        label="Client"
        description="Part of the name, or the client number"
        required
        autoComplete="off"
        data-autofocus
        list={list}
        data-path={path}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {(found.data?.data ?? []).map(({ id, name }) => (
          <option key={id} value={`${id} ${name}`} />
        ))}
      </datalist>
    </>
  );
}

/**
 * Reads the id at the beginning of a text of {@link ClientField}: `17`, `17 Asha Home`, `CL000017`; null without one.
 */
export function clientIdOf(value: string): number | null {
  const [, id] = /^\s*(?:CL)?0*([1-9]\d{0,8})(?:\s|$)/i.exec(value) ?? [];
  return id === undefined ? null : Number(id);
}
