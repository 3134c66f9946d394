import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterwards, stagedFolder } from './faults/support/stage.js';
import { eventually } from './support/eventually.js';
import { freePort } from './support/processes/run.js';

const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;

/** Starts a server. @returns its port */
async function portOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterwards(() => Promise.resolve(server.close()));
  return String((server.address() as AddressInfo).port);
}

/** Starts a server whose every connection reads its name, in place of PostgreSQL or etcd. */
const named = (name: string): Promise<string> =>
  portOf(createServer((socket) => socket.on('error', () => undefined).write(name)));

/** Reads the name of the server behind a port; '': none. */
async function nameAt(port: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const name = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
    socket.once('close', () => resolve(''));
  });
  socket.destroy();
  return name;
}

/** Patroni and PostgreSQL are tried by `npm run test:ha`. */
describe('deploy/ha', () => {
  (HAS_HAPROXY ? it : it.skip)(
    'leads through HAProxy to the primary, and ends the connections to one that is replaced',
    async () => {
      let primary = 'a';
      const env: Record<string, string> = {
        FOLDER: await stagedFolder(),
        PRIMARY: String(await freePort()),
        ETCD: await named('etcd'),
      };
      for (const node of ['a', 'b', 'c']) {
        env[`PG_${node}`] = await named(node);
        env[`VIA_${node}`] = String(await freePort());
        env[`API_${node}`] = await portOf(
          createHttpServer(({ url }, response) => {
            response.writeHead(url === '/primary' && node === primary ? 200 : 503).end();
          }),
        );
      }
      const haproxy = spawn('haproxy', ['-db', '-f', 'deploy/ha/haproxy.cfg'], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      afterwards(async () => {
        haproxy.kill('SIGTERM');
        if (haproxy.exitCode === null) await once(haproxy, 'exit');
      });
      // Three times: until HAProxy has asked, it takes each node for the primary.
      const names = async (): Promise<string> => {
        const port = env.PRIMARY!;
        return (await Promise.all([nameAt(port), nameAt(port), nameAt(port)])).join('');
      };
      await eventually(async () => (await names()) === 'aaa');
      const kept = connect(Number(env.PRIMARY), '127.0.0.1').resume();
      kept.on('error', () => undefined);
      primary = 'b';
      await once(kept, 'close');
      await eventually(async () => (await names()) === 'bbb');
      for (const node of ['a', 'b', 'c']) expect(await nameAt(env[`VIA_${node}`]!)).toBe('etcd');
    },
  );
});
