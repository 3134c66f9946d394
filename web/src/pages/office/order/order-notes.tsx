import { useQuery } from '@tanstack/react-query';
import { addOrderNoteMutation, listOrderNotesOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { NOTES_SHOWN, NotesSection } from '../notes/notes-section';

/** Renders the internal notes about an order. */
export function OrderNotes({ orderNumber }: { orderNumber: string }) {
  const path = { order_number: orderNumber };
  const query = useQuery(listOrderNotesOptions({ path, query: { limit: NOTES_SHOWN } }));
  const add = (text: string) => addOrderNoteMutation().mutationFn({ path, body: { text } });
  return <NotesSection key={orderNumber} query={query} mayAdd={useMay('orders:note')} add={add} />;
}
