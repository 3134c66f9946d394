import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { problemOf } from '../../../api/problem';
import { SectionCard } from '../../../shared/layout/section-card';
import { ClientField, useFindClient } from '../client/client-field';
import row from '../../../shared/forms/field-with-button.module.css';
import classes from './new-order.module.css';

/** Asks which client the order is for. */
export function ChooseClient() {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The page was opened to type a name.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const navigate = useNavigate();
  const choose = useFindClient(
    ({ id }) =>
      void navigate({ to: '/office/orders/new', search: { client: String(id) }, replace: true }),
  );
  return (
    <SectionCard title="Which client?">
      <form
        ref={form}
        className={`${row.row} ${classes.find}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose.mutate(text);
        }}
      >
        <ClientField
          value={text}
          onChange={setText}
          isSentByEnter
          error={choose.error === null ? undefined : problemOf(choose.error).message}
        />
        <Button type="submit" loading={choose.isPending}>
          Continue
        </Button>
      </form>
    </SectionCard>
  );
}
