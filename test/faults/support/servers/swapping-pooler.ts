import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const READY_FOR_QUERY = 'Z';
const PARSE = 'P';
/** Sync: ends an extended query; the server answers ReadyForQuery. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** One client with the server connection that it has at the moment. */
class Session {
  private server: Socket | null = null;
  private startUp: Buffer | null = null;
  /** The Parse messages of named statements, by name. */
  private readonly statements = new Map<string, Buffer>();
  private sent: Buffer = Buffer.alloc(0);

  constructor(
    private readonly client: Socket,
    private port: number,
  ) {
    client.on('data', (bytes) => this.take(bytes));
    client.on('error', () => undefined);
    client.on('close', () => this.server?.destroy());
  }

  get isOpen(): boolean {
    return !this.client.destroyed;
  }

  /** Releases the server connection. The client does not notice, and its messages wait. */
  detach(): void {
    this.client.pause();
    this.server?.destroy();
    this.server = null;
  }

  close(): void {
    this.client.destroy();
  }

  /** Gives the client a connection to another server, with its named statements. */
  async attach(port: number): Promise<void> {
    this.port = port;
    if (this.startUp === null) return;
    const server = this.connectTo();
    server.write(this.startUp);
    await ready(server);
    if (this.statements.size > 0) {
      server.write(Buffer.concat([...this.statements.values(), SYNC]));
      await ready(server);
    }
    this.forward(server);
    this.client.resume();
  }

  private take(bytes: Buffer): void {
    this.sent = Buffer.concat([this.sent, bytes]);
    if (this.startUp === null) {
      if (this.sent.length < 4 || this.sent.length < this.sent.readUInt32BE(0)) return;
      this.startUp = this.sent.subarray(0, this.sent.readUInt32BE(0));
      this.sent = this.sent.subarray(this.startUp.length);
      this.forward(this.connectTo());
    } else {
      this.noteStatements();
    }
    this.server?.write(bytes);
  }

  private noteStatements(): void {
    while (this.sent.length >= 5 && this.sent.length > this.sent.readUInt32BE(1)) {
      const end = this.sent.readUInt32BE(1) + 1;
      const message = this.sent.subarray(0, end);
      const name = message.toString('latin1', 5, message.indexOf(0, 5));
      if (message.toString('latin1', 0, 1) === PARSE && name !== '') {
        this.statements.set(name, message);
      }
      this.sent = this.sent.subarray(end);
    }
  }

  private connectTo(): Socket {
    const server = connect(this.port, '127.0.0.1');
    // Its loss is not passed on: that is what the client must not notice.
    server.on('error', () => undefined);
    this.server = server;
    return server;
  }

  private forward(server: Socket): void {
    server.on('data', (bytes) => this.client.write(bytes));
  }
}

/** Resolves with the server's next ReadyForQuery. Earlier messages are dropped. */
async function ready(server: Socket): Promise<void> {
  let said = Buffer.alloc(0);
  for (;;) {
    const [bytes] = (await once(server, 'data')) as [Buffer];
    said = Buffer.concat([said, bytes]);
    const isReady = said.length >= 6 && said.at(-6) === READY_FOR_QUERY.charCodeAt(0);
    if (isReady && said.readUInt32BE(said.length - 5) === 5) return;
  }
}

/**
 * A connection pooler that replaces its clients' server connections unnoticed, and prepares their named statements again.
 * PgBouncer does so from 1.21 on.
 */
export class SwappingPooler {
  private readonly sessions = new Set<Session>();

  private constructor(
    private readonly server: Server,
    private upstream: string,
  ) {
    server.on('connection', (socket) => {
      this.sessions.add(new Session(socket, Number(new URL(this.upstream).port)));
    });
  }

  static async before({ url }: { url: string }): Promise<SwappingPooler> {
    const server = createServer({ noDelay: true });
    const pooler = new SwappingPooler(server, url);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return pooler;
  }

  get connection(): { url: string } {
    const url = new URL(this.upstream);
    url.port = String((this.server.address() as AddressInfo).port);
    return { url: url.href };
  }

  /** Detaches the clients from their server, until {@link swapTo}. */
  detach(): void {
    for (const session of this.sessions) session.detach();
  }

  /** Gives every client a connection to another server. */
  async swapTo({ url }: { url: string }): Promise<void> {
    this.upstream = url;
    const open = [...this.sessions].filter(({ isOpen }) => isOpen);
    await Promise.all(open.map((session) => session.attach(Number(new URL(url).port))));
  }

  close(): void {
    this.server.close();
    for (const session of this.sessions) session.close();
  }
}
