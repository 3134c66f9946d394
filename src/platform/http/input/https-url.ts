import { isURL } from 'class-validator';

/** Returns whether a text is an absolute https address without a user or a password, which every reader of it would learn. */
export function isHttpsUrl(text: string): boolean {
  return isURL(text, { protocols: ['https'], require_protocol: true, disallow_auth: true });
}
