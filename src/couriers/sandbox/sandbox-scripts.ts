import type { SandboxCode } from './sandbox-codes.js';

/** An event, and the seconds after the one before, or after the handing over. */
type ScriptStep = readonly [code: SandboxCode, afterSeconds: number];

const TO_THE_DOOR: readonly ScriptStep[] = [
  ['PU', 60],
  ['IT', 30],
  ['OFD', 60],
];
const FAILURE: readonly ScriptStep[] = [
  ['FA', 60],
  ['OFD', 60],
];

/** What happens to a shipment on its own. */
export const SANDBOX_SCRIPTS = {
  delivered: [...TO_THE_DOOR, ['DL', 60]],
  fails_once: [...TO_THE_DOOR, ...FAILURE, ['DL', 60]],
  comes_back: [...TO_THE_DOOR, ...FAILURE, ...FAILURE, ['FA', 60], ['RT', 30], ['RTO', 60]],
  lost: [...TO_THE_DOOR.slice(0, 2), ['LOST', 60]],
  without_pushes: [...TO_THE_DOOR, ['DL', 60]],
  repeated_pushes: [...TO_THE_DOOR, ['DL', 60]],
  two_ends: [...TO_THE_DOOR, ['DL', 60], ['RTO', 30]],
  /** After a failure was answered. */
  tried_again: [
    ['OFD', 30],
    ['DL', 60],
  ],
  /** After it was wanted back. */
  returned: [
    ['RT', 30],
    ['RTO', 60],
  ],
  /** After a person at the sandbox's page ended it. */
  ended: [],
} as const satisfies Record<string, readonly ScriptStep[]>;
export type SandboxScript = keyof typeof SANDBOX_SCRIPTS;

/** What the sandbox courier does with a booking. */
export type SandboxFate = SandboxScript | 'refused' | 'no_money' | 'late';

const FATES: readonly SandboxFate[] = [
  'delivered',
  'fails_once',
  'comes_back',
  'lost',
  'refused',
  'late',
  'no_money',
  'without_pushes',
  'repeated_pushes',
  'two_ends',
];

/** Finds what happens with a booking by the last digit of its PIN code. */
export function fateOf(pincode: string): SandboxFate {
  return FATES[Number(pincode.slice(-1))] ?? 'delivered';
}

export function nextStep(script: SandboxScript, step: number): ScriptStep | null {
  const steps: readonly ScriptStep[] = SANDBOX_SCRIPTS[script];
  return steps[step] ?? null;
}
