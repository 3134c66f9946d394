import { randomBytes, randomInt } from 'node:crypto';

/** Makes a new id of the sandbox, such as `order_0f1e…`. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'setl' | 'event'): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}

/** Makes the number of a transfer by NEFT as banks form it, so that the line of a statement is found by it. */
export function newUtr(): string {
  return `SBOXN${String(randomInt(1e11)).padStart(11, '0')}`;
}
