import type { ServerResponse } from 'node:http';
import type { TrackedRequest } from '../request-context.js';
import { sendContent } from './content-body.js';
import {
  entityTag,
  hashOf,
  matches,
  POLL_INTERVAL,
  takesGzip,
  type HashedContent,
  type PolledAnswer,
} from './representation.js';

/**
 * Sends an answer with its tag, or 304 if the caller has it already. No interceptor does, because RxJS would take a tenth of a poll.
 * - Express would send a full answer whenever `fetch` adds `Cache-Control: no-cache` to a conditional request
 */
export function sendPolled(
  answer: PolledAnswer<object>,
  response: ServerResponse,
): void | Promise<void> {
  const { headers, variant = 0 }: TrackedRequest = response.req;
  const { pollSeconds, nextPage } = answer;
  const asked = answer.represent();
  const gzip = asked.gzip !== null && takesGzip(headers) ? asked.gzip : null;
  // Answers differ by variant, and so do their tags. A page's tag covers the address of the next one, too.
  const tagOf = (contentHash: string): string => {
    const hash = nextPage === undefined ? contentHash : hashOf(`${contentHash} ${nextPage}`);
    return entityTag(variant, gzip === null ? hash : `${hash}-gzip`);
  };
  const tag = tagOf(asked.hash);
  const isKnown = matches(headers['if-none-match'], tag);
  const send = ({ hash, content }: HashedContent): void => {
    // Not before: what they say of the content is not true of a refusal in its place.
    response.setHeader('Cache-Control', 'private, no-cache');
    // No `Vary: Accept-Encoding` is needed: caches revalidate each time, and the tag names the encoding.
    response.setHeader('Vary', 'Authorization, X-Client-Domain');
    if (pollSeconds !== undefined) response.setHeader(POLL_INTERVAL, String(pollSeconds));
    if (nextPage !== undefined) response.setHeader('Link', `<${nextPage}>; rel="next"`);
    response.setHeader('ETag', hash === asked.hash ? tag : tagOf(hash));
    if (isKnown) {
      response.statusCode = 304;
      response.end();
      return;
    }
    response.setHeader('Content-Type', asked.type);
    response.setHeader('Content-Length', String(content.length));
    if (gzip !== null) response.setHeader('Content-Encoding', 'gzip');
    sendContent(content, response);
  };
  return isKnown || gzip === null ? send(asked) : gzip().then(send);
}
