import type { Approval } from '../../identity/approvals/approval.entity.js';

/** Reads the amount of an approval of money, in minor units. */
export function amountOf({ id, amountMinor }: Approval): number {
  if (amountMinor === null) throw new Error(`approval ${id} has no amount`);
  return amountMinor;
}

export function clientOf({ id, clientId }: Approval): number {
  if (clientId === null) throw new Error(`approval ${id} has no client`);
  return clientId;
}
