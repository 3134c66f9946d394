import type { TrackedShipment } from '../courier-gateway.js';
import { toCourierEvent, type SandboxEvent } from './sandbox-codes.js';

const EVENTS_READ = 50;
const AWB = /^\d{1,40}$/;
const CODE = /^[\w-]{1,60}$/;
const ATTEMPTS_MAX = 99;

/** Writes the push of an event, in the form in which the service receives it. */
export function writeSandboxPush(awb: string, event: SandboxEvent): string {
  return JSON.stringify({ awb, events: [event] });
}

/** Reads a push; null: it is not one of the sandbox's messages. */
export function readSandboxPush(body: Buffer): TrackedShipment[] | null {
  const push = parsed(body);
  if (typeof push?.awb !== 'string' || !AWB.test(push.awb) || !Array.isArray(push.events))
    return null;
  const events = push.events.slice(0, EVENTS_READ).filter(isEvent).map(toCourierEvent);
  return [{ awb: push.awb, events, expectedOn: null, chargedGrams: null }];
}

function parsed(body: Buffer): { awb?: unknown; events?: unknown } | null {
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown;
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function isEvent(value: unknown): value is SandboxEvent {
  const { at, code, attempt } = (value ?? {}) as Record<string, unknown>;
  const isTimed = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  const isCoded = typeof code === 'string' && CODE.test(code);
  const isAttempt =
    Number.isInteger(attempt) && (attempt as number) > 0 && (attempt as number) <= ATTEMPTS_MAX;
  return isTimed && isCoded && (attempt === undefined || isAttempt);
}
