import { isURL } from 'class-validator';

/** Returns true if a text is an absolute https address without a user or a password, which everyone who reads it would learn. */
export function isHttpsUrl(text: string): boolean {
  return isURL(text, { protocols: ['https'], require_protocol: true, disallow_auth: true });
}

/** Returns true if a text is a picture's address: as {@link isHttpsUrl}, or one on this machine, for trials. */
export function isPictureUrl(text: string): boolean {
  return isHttpsUrl(text) || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/\S*$/.test(text);
}
