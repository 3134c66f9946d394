import { isURL } from 'class-validator';

/** Tells whether a text is an absolute https address without a user or a password, which every reader of it would learn. */
export function isHttpsUrl(text: string): boolean {
  return isURL(text, { protocols: ['https'], require_protocol: true, disallow_auth: true });
}

/** Tells whether a text is the address of a picture: as {@link isHttpsUrl}, or one that a trial on this machine serves itself. */
export function isPictureUrl(text: string): boolean {
  return isHttpsUrl(text) || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/\S*$/.test(text);
}
