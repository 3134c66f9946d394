import { Status } from '../status';

interface Subscription {
  status: string;
  /** True if it gives access now. */
  live: boolean;
}

const LABELS: Record<string, string> = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  suspended: 'Suspended',
  cancelled: 'Canceled',
};

/** Renders a client's subscription in a word. */
export function SubscriptionStatus({ subscription }: { subscription: Subscription | null }) {
  if (subscription === null) return <Status tone="calm">None</Status>;
  const { status, live } = subscription;
  const label = LABELS[status] ?? status;
  if (!live) return <Status tone="bad">{status === 'active' ? 'Ended' : label}</Status>;
  return <Status tone={status === 'past_due' ? 'waiting' : 'ok'}>{label}</Status>;
}
