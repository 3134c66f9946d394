import { useQuery } from '@tanstack/react-query';
import { addClientNoteMutation, listClientNotesOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { NOTES_SHOWN, NotesSection } from '../notes/notes-section';

/** Renders the internal notes about a client. */
export function ClientNotes({ id }: { id: number }) {
  const path = { id };
  const query = useQuery(listClientNotesOptions({ path, query: { limit: NOTES_SHOWN } }));
  const add = (text: string) => addClientNoteMutation().mutationFn({ path, body: { text } });
  return <NotesSection key={id} query={query} mayAdd={useMay('clients:note')} add={add} />;
}
