import { Status } from '../status';

interface Token {
  expires_at: string | null;
  revoked_at: string | null;
}

/** Renders the status of an API token: active, expired or revoked. */
export function TokenStatus({ token: { expires_at, revoked_at } }: { token: Token }) {
  if (revoked_at !== null) return <Status tone="calm">Revoked</Status>;
  if (expires_at === null) return <Status tone="ok">Active</Status>;
  return isPast(expires_at) ? (
    <Status tone="calm">Expired</Status>
  ) : (
    <Status tone="waiting">Ending</Status>
  );
}

function isPast(time: string): boolean {
  return new Date(time) <= new Date();
}
