import type { SandboxCode, SandboxEvent } from './sandbox-codes.js';
import type { SandboxShipment } from './sandbox-shipment.entity.js';
import { nextStep, type SandboxScript } from './sandbox-scripts.js';

/** What moves a shipment besides the clock: the service's answer to a failure, or a button of the sandbox's page. */
export const SANDBOX_BUTTONS = {
  pick_up: 'Pick up',
  fail: 'Fail',
  deliver: 'Deliver',
  return: 'Return',
} as const;
export type SandboxButton = keyof typeof SANDBOX_BUTTONS;
type SandboxCause = SandboxButton | 'answered_again' | 'answered_return';

/** Where a shipment is after a move. */
export type ShipmentMove = Pick<SandboxShipment, 'script' | 'step' | 'dueAt'> & {
  events: SandboxEvent[];
};

const ENDS: readonly SandboxCode[] = ['DL', 'RTO', 'LOST'];

/** Plays the next event of a shipment's script, at the time when it was due. */
export function played(
  shipment: Pick<SandboxShipment, 'script' | 'step' | 'dueAt' | 'events'>,
): ShipmentMove {
  const { script, step, dueAt, events } = shipment;
  const [code] = nextStep(script, step)!;
  return advanced(script, step + 1, dueAt!, [...events, eventOf(shipment, code, dueAt!)]);
}

/** Moves a shipment because of something else than the clock; null: it cannot be moved so now. */
export function movedBy(shipment: SandboxShipment, cause: SandboxCause): ShipmentMove | null {
  const { script, step, events } = shipment;
  const now = new Date();
  const last = events.at(-1)?.code;
  const isOver = shipment.isCanceled || events.some(({ code }) => ENDS.includes(code));
  const append = (code: SandboxCode): SandboxEvent[] => [...events, eventOf(shipment, code, now)];
  if (isOver) return null;
  if (cause === 'answered_again' || cause === 'answered_return') {
    if (last !== 'FA') return null;
    return advanced(cause === 'answered_again' ? 'tried_again' : 'returned', 0, now, events);
  }
  if (cause === 'pick_up') {
    return events.length > 0 ? null : advanced(script, step + 1, now, append('PU'));
  }
  if (cause === 'return') {
    const isReturning = last === 'RT';
    return advanced('returned', isReturning ? 2 : 1, now, append(isReturning ? 'RTO' : 'RT'));
  }
  return advanced('ended', 1, now, append(cause === 'fail' ? 'FA' : 'DL'));
}

function advanced(
  script: SandboxScript,
  step: number,
  at: Date,
  events: SandboxEvent[],
): ShipmentMove {
  const next = nextStep(script, step);
  const dueAt = next === null ? null : new Date(at.getTime() + next[1] * 1000);
  return { script, step, dueAt, events };
}

function eventOf(
  { events }: Pick<SandboxShipment, 'events'>,
  code: SandboxCode,
  at: Date,
): SandboxEvent {
  const failures = events.filter((event) => event.code === 'FA').length;
  return { at: at.toISOString(), code, ...(code === 'FA' && { attempt: failures + 1 }) };
}
