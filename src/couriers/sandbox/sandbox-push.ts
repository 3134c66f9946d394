import { parseObject } from '../../platform/http/exchange/json.js';
import type { TrackedShipment } from '../courier-gateway.js';
import { toCourierEvent, type SandboxEvent } from './sandbox-codes.js';

const EVENTS_READ = 50;
const AWB = /^[0-9A-Z]{1,40}$/;
const CODE = /^[\w-]{1,60}$/;
const ATTEMPTS_MAX = 99;

/** Writes the push of an event, in the form in which the service receives it. */
export function writeSandboxPush(awb: string, event: SandboxEvent): string {
  return JSON.stringify({ awb, events: [event] });
}

/** Reads a push; null: it is not one of the sandbox's messages. */
export function readSandboxPush(body: Buffer): TrackedShipment[] | null {
  const { awb, events: sent } = parseObject(body.toString('utf8'));
  if (typeof awb !== 'string' || !AWB.test(awb) || !Array.isArray(sent)) return null;
  const events = sent.slice(0, EVENTS_READ).filter(isEvent).map(toCourierEvent);
  return [{ awb, events, expectedOn: null, chargedGrams: null }];
}

function isEvent(value: unknown): value is SandboxEvent {
  const { at, code, attempt } = (value ?? {}) as Record<string, unknown>;
  const isTimed = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  const isCoded = typeof code === 'string' && CODE.test(code);
  const isAttempt =
    Number.isInteger(attempt) && (attempt as number) > 0 && (attempt as number) <= ATTEMPTS_MAX;
  return isTimed && isCoded && (attempt === undefined || isAttempt);
}
