import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { stopListening } from './stop-listening.js';

describe('a server that stops listening', () => {
  const server = createServer((_request, response) => response.end('served'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let port: number;

  const ask = async (): Promise<string> => {
    const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    return text(response);
  };

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(() => {
    agent.destroy();
  });

  it('still serves the idle connections it has, and takes no other', async () => {
    const connections: unknown[] = [];
    server.on('connection', (connection) => connections.push(connection));
    await ask();

    await stopListening(server);

    expect(await ask()).toBe('served');
    expect(connections).toHaveLength(1);
    const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});
