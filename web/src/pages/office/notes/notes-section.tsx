import { Button, Textarea } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { NoteDto } from '../../../api/generated/admin-types';
import { FormProblem } from '../../../shared/forms/form-problem';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { EmptyState } from '../../../shared/layout/empty-state';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { RelativeTime } from '../../../shared/time';
import { Form } from '../../../shared/forms/form';
import classes from './notes-section.module.css';

/** Number of notes that a page shows. */
export const NOTES_SHOWN = 100;

interface NotesSectionProps {
  query: UseQueryResult<{ data: NoteDto[] }>;
  mayAdd: boolean;
  /** Sends a new note. */
  add: (text: string) => Promise<unknown>;
}

/** Renders internal notes, the latest first, and the field for another one. */
export function NotesSection({ query, mayAdd, add }: NotesSectionProps) {
  return (
    <SectionCard title="Internal notes">
      <p className="soft small">For your team only: clients and their stores never see them.</p>
      {mayAdd && <AddNote add={add} />}
      <Loaded query={query} what="The notes">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState>Nothing was noted yet.</EmptyState>
          ) : (
            <ul className={classes.notes}>
              {data.map((note) => (
                <li key={note.id}>
                  <p className={classes.text}>{note.text}</p>
                  <span className="soft small">
                    {note.author} · <RelativeTime at={note.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </SectionCard>
  );
}

function AddNote({ add }: Pick<NotesSectionProps, 'add'>) {
  const { form, draft, save } = useSavedForm({
    name: 'note',
    initialValues: { text: '' },
    send: add,
    onSaved: (_, { reset }) => reset(),
  });
  return (
    <Form
      fields={form}
      className={classes.form}
      onSubmit={form.onSubmit(({ text }) => save.mutate(text))}
    >
      <FormProblem error={save.error} title="The note was not added." />
      {draft.offer}
      <Textarea
        label="New note"
        autosize
        minRows={2}
        maxLength={2000}
        required
        {...form.getInputProps('text')}
      />
      <Button type="submit" variant="default" loading={save.isPending}>
        Add note
      </Button>
    </Form>
  );
}
