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

/** Reads a response without keeping its body. @throws Error if its status is not 200 */
export async function drain(url, headers, agent) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent }, (response) => {
      response.on('error', reject);
      if (response.statusCode === 200) response.on('end', resolve);
      else reject(new Error(`${url}: ${response.statusCode}`));
      response.resume();
    });
    asked.on('error', reject);
    asked.end();
  });
}

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
