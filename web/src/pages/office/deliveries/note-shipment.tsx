import { noteShipmentEventMutation } from '../../../api/generated/admin';
import { ConfirmButton } from '../../../shared/forms/confirm-button';

const NOTES = {
  not_handed_over: {
    label: 'Not handed over',
    title: 'Is the box still here?',
    text: 'The booking is canceled at the courier. The invoice stays, and keeps its number: a return is recorded for the units, so that they can be received, inspected and refunded with a credit note. To send them after all, place another order. If the box goes with the next truck, there is nothing to do.',
  },
  returned: {
    label: 'It is back',
    title: 'Is it back?',
    text: 'A return is recorded for its units, so that they can be received and inspected. Use it once the box is at your door.',
  },
  delivered: {
    label: 'It arrived',
    title: 'Did it arrive?',
    text: 'The shipment counts as delivered. Once all shipments of the order are, the order is delivered.',
  },
  lost: {
    label: 'It is lost',
    title: 'Is it lost?',
    text: 'The shipment is listed to be claimed from the courier. The order stays as it is until you refund it.',
  },
} as const;

interface NoteShipmentProps {
  shipmentId: number;
  /** Of its order. */
  number: string;
  state: keyof typeof NOTES;
}

/** Notes how a shipment has ended if the courier does not say so. The courier's own answer cannot change it afterwards. */
export function NoteShipment({ shipmentId, number, state }: NoteShipmentProps) {
  const { label, title, text } = NOTES[state];
  return (
    <ConfirmButton
      label={label}
      aria-label={`${label}: order ${number}`}
      title={title}
      busy="Saving…"
      send={() =>
        noteShipmentEventMutation().mutationFn({ path: { id: shipmentId }, body: { state } })
      }
    >
      <p>{text}</p>
      <p>The courier’s own answer cannot change this afterwards.</p>
    </ConfirmButton>
  );
}
