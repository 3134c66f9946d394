import { Status, type Tone } from '../shared/status';

type State =
  | 'handed_over'
  | 'picked_up'
  | 'in_transit'
  | 'at_destination'
  | 'out_for_delivery'
  | 'failed_attempt'
  | 'returning'
  | 'delivered'
  | 'returned'
  | 'lost'
  | 'destroyed';

const STATES: Readonly<Record<State, { label: string; tone: Tone }>> = {
  handed_over: { label: 'Handed over', tone: 'waiting' },
  picked_up: { label: 'Picked up', tone: 'moving' },
  in_transit: { label: 'On its way', tone: 'moving' },
  at_destination: { label: 'Near its destination', tone: 'moving' },
  out_for_delivery: { label: 'Out for delivery', tone: 'moving' },
  failed_attempt: { label: 'Delivery failed', tone: 'bad' },
  returning: { label: 'Coming back', tone: 'bad' },
  delivered: { label: 'Delivered', tone: 'ok' },
  returned: { label: 'Back at your door', tone: 'bad' },
  lost: { label: 'Lost', tone: 'bad' },
  destroyed: { label: 'Destroyed', tone: 'bad' },
};

const ENDS: ReadonlySet<State> = new Set(['delivered', 'returned', 'lost', 'destroyed']);

/** Returns true if a courier has no more to do with the goods of a shipment. */
export function hasEnded(state: State): boolean {
  return ENDS.has(state);
}

/** Renders where the goods of a shipment are. */
export function ShipmentState({ state }: { state: State }) {
  const { label, tone } = STATES[state];
  return <Status tone={tone}>{label}</Status>;
}
