import { randomBytes } from 'node:crypto';

/** Makes a new id of the sandbox, such as `order_0f1e…`. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'setl' | 'event'): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}
