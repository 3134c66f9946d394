import { AppError } from '../../platform/http/errors.js';
import type { RequestHead } from '../../platform/http/request-context.js';

const READING = new Set(['GET', 'HEAD']);

/**
 * Refuses a change that another site may have caused, because browsers attach the session cookie to requests of any site. A
 * change with a cookie must show that one of our pages sent it.
 * - `Sec-Fetch-Site` shows it, or `Origin` in older browsers
 * - a change without a cookie, such as signing in, is refused only if the browser says that another site sent it
 *
 * @throws AppError cross_site
 */
export function assertSameOrigin(
  { method, headers }: RequestHead,
  { origin, hasCookie }: { origin: string; hasCookie: boolean },
): void {
  if (READING.has(method ?? '')) return;
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined ? headers.origin === origin : site === 'same-origin';
  const saysNothing = site === undefined && headers.origin === undefined;
  if (!isSame && (hasCookie || !saysNothing)) throw new AppError('cross_site');
}
