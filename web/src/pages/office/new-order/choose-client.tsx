import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { listClientsOptions } from '../../../api/generated/admin';
import { BrowserRefusal, problemOf } from '../../../api/problem';
import { SectionCard } from '../../../shared/layout/section-card';
import { ClientField, clientIdOf } from '../client/client-field';
import row from '../../../shared/forms/field-with-button.module.css';
import classes from './new-order.module.css';

/** Asks which client the order is for. */
export function ChooseClient() {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The page was opened to type a name.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const choose = useMutation({
    mutationFn: async () => {
      const id = clientIdOf(text);
      if (id !== null) return id;
      const query = { q: text.trim(), limit: 2 };
      const { data } = await queryClient.fetchQuery(listClientsOptions({ query }));
      if (data.length === 0) throw new BrowserRefusal('No client has this name or number.');
      if (data.length > 1) throw new BrowserRefusal('Several clients: choose one of the list.');
      return data[0]!.id;
    },
    onSuccess: (id) =>
      navigate({ to: '/office/orders/new', search: { client: String(id) }, replace: true }),
  });
  return (
    <SectionCard title="Which client?">
      <form
        ref={form}
        className={`${row.row} ${classes.find}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose.mutate();
        }}
      >
        <ClientField
          value={text}
          onChange={setText}
          error={choose.error === null ? undefined : problemOf(choose.error).message}
        />
        <Button type="submit" loading={choose.isPending}>
          Continue
        </Button>
      </form>
    </SectionCard>
  );
}
