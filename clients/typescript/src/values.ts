import { randomUUID } from 'node:crypto';

/** Rejects a malformed value, as fetch does, but without the secret value in the message. */
export function assertHeaderValue(name: string, value: string): void {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must be printable ASCII without spaces or line breaks`);
  }
}

/** Rejects a value that a header cannot carry, which fetch would report like a request without a response. */
export function printable(name: string, value: string): string {
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must be printable ASCII without line breaks`);
  }
  return value;
}

/** Makes a tag strong. Proxies that compress mark tags as weak, which If-Match never names. */
export function strong(name: string, tag: string): string {
  return printable(name, tag.replace(/^W\//, ''));
}

/** Rejects an empty value, which would ask for the list, and those that change the address. */
export function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) {
    throw new TypeError('the SKU or order number must not be empty, "." or ".."');
  }
  return value;
}

/** Makes the header with the key of a call, by default a new one, and the other options of the call. */
export function keyed<Options extends { idempotencyKey?: string | undefined }>(
  { idempotencyKey = randomUUID(), ...call }: Options = {} as Options,
): { headers: { 'Idempotency-Key': string }; call: Omit<Options, 'idempotencyKey'> } {
  return { headers: { 'Idempotency-Key': printable('idempotencyKey', idempotencyKey) }, call };
}
