import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useId } from 'react';
import { listClientsOptions, listOrdersOptions } from '../../../api/generated/admin';
import { BrowserRefusal, problemOf } from '../../../api/problem';

const SHOWN = 20;
const PAUSE_MS = 200;
/** The number of an order. Clients are searched first: a name may look like it. */
const ORDER = /^WO[- ]?\w{10}$/i;

interface Found {
  id: number;
  name: string;
}

interface ClientFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** Path of the field in its form. */
  path?: string;
  /** True if Enter sends the form, which finds the client; by default Enter chooses the client in the field. */
  isSentByEnter?: boolean;
}

/** Renders a field for a client, by a part of its name, its number or an order's. {@link clientIdOf} reads its text. */
export function ClientField({ value, onChange, error, path, isSentByEnter }: ClientFieldProps) {
  const list = useId();
  const [words] = useDebouncedValue(value, PAUSE_MS);
  const queryClient = useQueryClient();
  const found = useQuery({
    queryKey: ['clients that fit', words],
    queryFn: () => clientsThatFit(queryClient, words),
    enabled: words.trim() !== '' && clientIdOf(words) === null,
    placeholderData: keepPreviousData,
  });
  const find = useFindClient((client) => onChange(clientText(client)));
  const problem = find.error === null ? undefined : problemOf(find.error).message;
  return (
    <>
      <TextInput
        label="Client"
        description="Part of the name, the client number, or the number of an order"
        required
        autoComplete="off"
        data-autofocus
        list={list}
        data-path={path}
        value={value}
        error={error ?? problem}
        onChange={({ currentTarget }) => {
          find.reset();
          onChange(currentTarget.value);
        }}
        onKeyDown={(event) => {
          const isNamed = value.trim() !== '' && clientIdOf(value) === null;
          if (event.key !== 'Enter' || !isNamed || isSentByEnter === true) return;
          event.preventDefault();
          find.mutate(value);
        }}
      />
      <datalist id={list}>
        {(found.data ?? []).map((client) => (
          <option key={client.id} value={clientText(client)} />
        ))}
      </datalist>
    </>
  );
}

/** Finds the only client that a text of {@link ClientField} names. */
export function useFindClient(
  onFound: (client: Found) => void,
): UseMutationResult<Found, Error, string> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) => {
      const id = clientIdOf(text);
      if (id !== null) return { id, name: '' };
      const [only, another] = await clientsThatFit(queryClient, text);
      if (only === undefined) {
        throw new BrowserRefusal('No client has this name or number, or an order with it.');
      }
      if (another !== undefined) {
        throw new BrowserRefusal('Several clients: choose one of the list.');
      }
      return only;
    },
    onSuccess: onFound,
  });
}

async function clientsThatFit(queryClient: QueryClient, text: string): Promise<Found[]> {
  const query = { q: text.trim(), limit: SHOWN };
  const clients = (await queryClient.fetchQuery(listClientsOptions({ query }))).data;
  if (clients.length > 0 || !ORDER.test(query.q)) return clients;
  const { data } = await queryClient.fetchQuery(listOrdersOptions({ query }));
  return [
    ...new Map(data.map(({ client_id: id, client_name: name }) => [id, { id, name }])).values(),
  ];
}

/** Writes a client as the text of {@link ClientField}. */
export function clientText({ id, name }: Found): string {
  return `${id} ${name}`;
}

/**
 * Reads the id at the beginning of a text of {@link ClientField}: `17`, `17 Asha Home`, `CL000017`; null without one.
 */
export function clientIdOf(value: string): number | null {
  const [, id] = /^\s*(?:CL)?0*([1-9]\d{0,8})(?:\s|$)/i.exec(value) ?? [];
  return id === undefined ? null : Number(id);
}
