import { isIP } from 'node:net';
import { isURL } from 'class-validator';

/** Returns true if a text is an absolute https address without a user or a password, which everyone who reads it would learn. */
export function isHttpsUrl(text: string): boolean {
  return isURL(text, { protocols: ['https'], require_protocol: true, disallow_auth: true });
}

/** Names of this machine and of private networks (RFC 6761, 6762 and 8375). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

let areLocalPicturesAllowed = true;

/** Decides for this process whether pictures may be on this machine or in a private network: for trials, not in production. */
export function allowLocalPictures(isAllowed: boolean): void {
  areLocalPicturesAllowed = isAllowed;
}

/**
 * Returns true if a text is a picture's address: as {@link isHttpsUrl}, or one on this machine, for trials. In production, the
 * host must be a public name: browsers of stores would otherwise call what is next to them.
 */
export function isPictureUrl(text: string): boolean {
  if (areLocalPicturesAllowed) {
    return isHttpsUrl(text) || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/\S*$/.test(text);
  }
  if (!isHttpsUrl(text)) return false;
  const { hostname } = new URL(text);
  return isIP(hostname.replace(/^\[(.+)\]$/, '$1')) === 0 && !PRIVATE_NAME.test(hostname);
}
