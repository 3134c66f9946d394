import { Agent, request } from 'node:http';

/** A GET. @typedef {{ path: string, headers: Record<string, string> }} Request */
/** An answer. @typedef {{ status: number, headers: Record<string, string>, body: Buffer, rawLength: number }} Answer */

/**
 * Sends a GET and returns the response, with its body as received (not unzipped).
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<Answer>} `rawLength`: head and body in bytes
 */
export async function ask(url, headers, agent) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent }, (response) => {
      const chunks = [];
      response.on('error', reject);
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body,
          rawLength: headLength(response) + body.length,
        });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** The feeds, with the parameter of their cursors. */
export const CHANGES = { path: '/api/changes', parameter: 'since' };
export const ORDERS = { path: '/api/orders', parameter: 'cursor' };

/** Sends requests one after the other on one connection and returns the responses. @param {Request[]} requests */
export async function survey(baseUrl, requests) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers = [];
  for (const { path, headers } of requests) {
    answers.push(await ask(`${baseUrl}${path}`, headers, agent));
  }
  agent.destroy();
  return answers;
}

/** Computes the mean of `figure` over a list. */
export function mean(things, figure) {
  return things.reduce((sum, thing) => sum + figure(thing), 0) / things.length;
}

function headLength({ statusMessage, rawHeaders }) {
  const statusLine = `HTTP/1.1 200 ${statusMessage}\r\n\r\n`.length;
  // Each name and each value has two more bytes: ": " and the line's end.
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, statusLine);
}

/**
 * Makes the poll of each client with its current cursor, so that there is nothing new.
 *
 * @param {{ baseUrl: string, clients: import('../shop/catalog-seed.js').StoreClient[] }} shop
 * @param {{ path: string, parameter: string }} feed
 * @returns {Promise<Request[]>} in the clients' order
 */
export async function currentPolls({ baseUrl, clients }, feed) {
  const requests = [];
  for (const { headers } of clients) {
    requests.push({ path: await currentPoll(baseUrl, headers, feed), headers });
  }
  return requests;
}

async function currentPoll(baseUrl, headers, { path, parameter }) {
  let current = path;
  for (let hasMore = true; hasMore;) {
    const response = await fetch(`${baseUrl}${current}`, { headers });
    if (!response.ok) throw new Error(`${current}: ${response.status} ${await response.text()}`);
    const { next_cursor: cursor, has_more: more } = await response.json();
    current = `${path}?${parameter}=${cursor}`;
    hasMore = more;
  }
  return current;
}
