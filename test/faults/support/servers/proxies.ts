import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../../support/eventually.js';
import { freePort, run } from '../../../support/processes/run.js';
import { send } from '../http.js';
import { afterwards, stagedFolder } from '../stage.js';

export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;
export const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;

/** An instance on this machine. */
interface Upstream {
  port: number;
  /** The port of operators; default: the same. */
  operationsPort?: number;
}

/** Addresses of a proxy. */
export interface Proxy {
  /** For stores and clients. */
  baseUrl: string;
  /** For operators. */
  operationsUrl: string;
  /** Without TLS. */
  plainPort: number;
  /** File of its certificate, which no authority signed. */
  certificate: string;
}

/** How many calls, or connections, the shipped files allow to an address. */
const CALLS_LIMIT = 2048;

/** Starts nginx with the shipped file before two instances, for one test. */
export async function stagedNginx(
  instances: readonly Upstream[],
  callsLimit = CALLS_LIMIT,
): Promise<Proxy> {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const own = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid nginx.pid; error_log nginx.log crit;`;
  return staged(instances, 'nginx', callsLimit, (text) => ({
    text: `${own}\n${text.replace('http {', `http { ${kinds.map((kind) => `${kind}_temp_path ${kind};`).join(' ')}`)}`,
    options: (folder) => ['-p', folder, '-c', 'nginx.conf', '-e', 'nginx.log'],
  }));
}

/** Starts HAProxy with the shipped file before two instances, for one test. */
export async function stagedHaproxy(
  instances: readonly Upstream[],
  callsLimit = CALLS_LIMIT,
): Promise<Proxy> {
  return staged(instances, 'haproxy', callsLimit, (text) => ({
    text,
    options: (folder) => ['-db', '-C', folder, '-f', 'haproxy.cfg'],
  }));
}

/** Starts a program with its shipped file, but for ports, addresses and what needs a system of its own. */
async function staged(
  instances: readonly Upstream[],
  program: 'nginx' | 'haproxy',
  callsLimit: number,
  adapted: (text: string) => { text: string; options: (folder: string) => string[] },
): Promise<Proxy> {
  const folder = await stagedFolder();
  const certificate = await makeCertificate(join(folder, 'tls'));
  const name = program === 'nginx' ? 'nginx.conf' : 'haproxy.cfg';
  const ports = new Map<string, string>();
  for (const port of ['80', '443', '8443']) ports.set(port, String(await freePort()));
  const shipped = (await readFile(join('deploy/proxy', name), 'utf8'))
    .replaceAll(/(?<=(?:listen |bind :|^ {4}))(80|443|8443)\b/gm, (port) => ports.get(port)!)
    .replaceAll(String(CALLS_LIMIT), String(callsLimit))
    .replaceAll(/service-([ab]):(3000|3001)/g, (_, letter: string, port: string) => {
      const { port: stores, operationsPort = stores } = instances[letter === 'a' ? 0 : 1]!;
      return `127.0.0.1:${port === '3000' ? stores : operationsPort}`;
    });
  const { text, options } = adapted(shipped);
  await writeFile(join(folder, name), text);
  const child = spawn(program, options(folder), { stdio: 'ignore' });
  afterwards(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const urlOf = (port: string): string => `https://127.0.0.1:${ports.get(port)}`;
  const [baseUrl, operationsUrl] = [urlOf('443'), urlOf('8443')];
  await eventually(async () => (await send(`${baseUrl}/health/live`)).status === 200);
  return { baseUrl, operationsUrl, plainPort: Number(ports.get('80')), certificate };
}

/** Opens connections from an address to a port, for one test. Each sends a text, and then nothing more. */
export async function givenSilentCallers(
  count: number,
  { port, localAddress, sent }: { port: number; localAddress: string; sent: string },
): Promise<void> {
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    afterwards(() => Promise.resolve(socket.destroy()));
    const ended = once(socket, 'connect').catch(() => undefined);
    socket.on('error', () => undefined).write(sent);
    // No more at once than a system queues.
    if (opened % 100 === 0) await ended;
  }
}

/** A request without its body. */
export const WITHOUT_BODY = (host: string): string =>
  `POST /health/live HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n`;

/** Makes the certificate of this machine, and its key: of both in the files that nginx and HAProxy read. */
async function makeCertificate(folder: string): Promise<string> {
  await mkdir(folder);
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  await run('openssl', [
    ...'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' '),
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
    ...['-keyout', key, '-out', certificate],
  ]);
  const both = [await readFile(certificate), await readFile(key)];
  await writeFile(join(folder, 'site.pem'), Buffer.concat(both));
  return certificate;
}
