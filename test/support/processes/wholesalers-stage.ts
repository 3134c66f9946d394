import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { query } from '../../faults/support/books.js';
import { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import { execute } from '../database/database.js';
import { codeBlocksOf } from '../documents/markdown.js';
import { freePort, run, scratchFolder } from './run.js';
import { KEEPS_CODE } from './service-process.js';

/** Machine on which the README's commands run, with folders of its own. */
export class WholesalersStage {
  shopPort = 0;
  officePort = 0;
  settings = '';
  private folder = '';
  private postgres: PostgresServer;
  private env: NodeJS.ProcessEnv = {};
  private commands: string[] = [];

  constructor(private readonly programs: string) {}

  async begin(): Promise<void> {
    this.folder = await scratchFolder();
    this.settings = join(this.folder, 'etc');
    this.postgres = await PostgresServer.installed(this.folder, this.programs);
    await this.postgres.start();
    this.shopPort = await freePort();
    this.officePort = await freePort();
    const bin = join(this.folder, 'bin');
    await mkdir(bin);
    await mkdir(this.settings);
    // No mail server is here, which production would refuse.
    const common = [
      'ALLOW_IN_PRODUCTION=mail',
      'RATE_LIMIT_PER_MINUTE=0',
      'ORDER_RATE_LIMIT_PER_MINUTE=0',
    ];
    await writeFile(join(this.settings, 'common.env'), common.join('\n'));
    const systemctl = resolve('test/support/processes/systemctl.js');
    const nginx = `-p ${this.folder} -c ${this.folder}/nginx.conf -e ${this.folder}/nginx.log`;
    for (const [name, command] of [
      ['systemctl', `"${process.execPath}" "${systemctl}"`],
      ['nginx', `PATH="$AS_BEFORE" nginx ${nginx}`],
    ] as const) {
      await writeFile(join(bin, name), `#!/bin/sh\n${command} "$@"\n`);
      await chmod(join(bin, name), 0o755);
    }
    const { port, username } = new URL(this.postgres.connection.url);
    this.env = {
      ...KEEPS_CODE,
      PATH: `${bin}:${this.programs}:${process.env.PATH}`,
      AS_BEFORE: process.env.PATH,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      WHOLESALERS: this.settings,
      BACKUPS: join(this.folder, 'backups'),
      APP: resolve('.'),
      UNIT: resolve('deploy/wholesalers/wholesaler@.service'),
      ETC: this.settings,
      RUN: this.folder,
    };
    const blocks = await codeBlocksOf('deploy/wholesalers/README.md');
    this.commands = blocks.filter(({ runBy }) => runBy !== null).map(({ text }) => text);
    await this.startNginx();
  }

  async runBlock(part: string, env = {}): Promise<string> {
    const block = this.commands.find((text) => text.includes(part)) ?? '';
    const script = block
      .replaceAll('/etc/wholesalers', this.settings)
      .replaceAll('/var/backups/wholesalers', `${this.folder}/backups`);
    const { stdout } = await run('sh', ['-ec', script], { env: { ...this.env, ...env } });
    return stdout;
  }

  /** Runs a script with arguments. */
  async runScript(name: string, args: string[]): Promise<void> {
    const script = join('deploy/wholesalers', name);
    await run('sh', [script, ...args], { env: this.env });
  }

  async settingOf(wholesaler: string, name: string): Promise<string> {
    const settings = await readFile(join(this.settings, wholesaler, 'env'), 'utf8');
    return new RegExp(`^${name}=(.+)$`, 'm').exec(settings)?.[1] ?? '';
  }

  async sql(...statements: string[]): Promise<void> {
    await execute(this.postgres.connection, ...statements);
  }

  /** Lists the wholesalers of the folder, and the databases and roles of the server. */
  async names(): Promise<unknown> {
    const stored = await query(
      this.postgres.connection,
      'SELECT datname FROM pg_database UNION ALL SELECT usename FROM pg_user ORDER BY 1',
    );
    return [(await readdir(this.settings)).sort(), stored];
  }

  async dropAgain(wholesalers: string[]): Promise<void> {
    for (const name of wholesalers) {
      await rm(join(this.settings, name), { recursive: true });
      await this.sql(`DROP DATABASE ${name}`, `DROP ROLE ${name}`);
    }
    await run('nginx', ['-s', 'reload'], { env: this.env });
  }

  /** Returns the message of a script that fails while the configuration of nginx is damaged. */
  async withBrokenNginx(script: () => Promise<void>): Promise<string> {
    const folder = join(this.settings, 'broken');
    await mkdir(folder);
    await writeFile(join(folder, 'nginx.map'), '"shop x.example"');
    const failed = await script().then(
      () => 'it passed',
      (error: Error) => error.message,
    );
    await rm(folder, { recursive: true });
    return failed;
  }

  /** Lists a folder of the backups. */
  backups(folder: string): Promise<string[]> {
    return readdir(join(this.folder, 'backups', folder));
  }

  /** Changes the settings of a wholesaler. */
  async change(name: string, from: RegExp, to: string): Promise<void> {
    const file = join(this.settings, name, 'env');
    await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
  }

  async end(): Promise<void> {
    const stop = ['stop', 'wholesaler@north', 'wholesaler@south'];
    await run('systemctl', stop, { env: this.env }).catch(() => undefined);
    await this.stopNginx();
    await this.postgres.end();
  }

  private stopNginx: () => Promise<unknown> = () => Promise.resolve();

  /** Starts nginx with the shipped configuration. The ports, and parts that need a system of their own, are replaced. */
  private async startNginx(): Promise<void> {
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = kinds.map((kind) => `${kind}_temp_path ${kind};`).join(' ');
    const own = `${process.getuid?.() === 0 ? 'user root;' : ''} pid nginx.pid;\n`;
    const shipped = await readFile('deploy/wholesalers/nginx.conf', 'utf8');
    const text = shipped
      .replaceAll('/etc/wholesalers', this.settings)
      .replaceAll('8080', String(this.shopPort))
      .replaceAll('8081', String(this.officePort))
      .replace('http {', `http { ${temporary}`);
    await writeFile(join(this.folder, 'nginx.conf'), own + text);
    const child = spawn('nginx', ['-g', 'daemon off;'], { env: this.env, stdio: 'ignore' });
    this.stopNginx = async () => {
      await run('nginx', ['-s', 'quit'], { env: this.env });
      if (child.exitCode === null) await once(child, 'exit');
    };
  }
}
