import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { supervise } from '../../../../src/platform/database/embedded/supervised-process.js';
import { privateFolder } from '../../../../src/platform/database/embedded/os-user.js';
import type { BackupProgram } from '../restore-drill.js';
import type { PostgresServer } from './postgres-server.js';

/** Backups of a server by the system's pgBackRest, with the settings of `deploy/backup` but in a folder of its own. */
export class PgBackRest implements BackupProgram {
  private constructor(
    private readonly server: PostgresServer,
    private readonly folder: string,
  ) {}

  static async of(server: PostgresServer, folder: string): Promise<PgBackRest> {
    const own = await privateFolder(join(folder, 'pgbackrest-'), server.account);
    const settings = (await readFile('deploy/backup/pgbackrest.conf', 'utf8'))
      .replace(
        /^repo1-path=.*$/m,
        `repo1-path=${own}/repository\nlock-path=${own}\nlog-level-file=off`,
      )
      .replace(/^pg1-path=.*$/m, `pg1-path=${server.cluster}\npg1-user=postgres`)
      .replace(/^pg1-user/m, `pg1-port=${new URL(server.connection.url).port}\npg1-user`);
    await writeFile(join(own, 'pgbackrest.conf'), settings);
    return new PgBackRest(server, own);
  }

  get settings(): Record<string, string> {
    return { archive_mode: 'on', archive_command: `${this.command.join(' ')} archive-push %p` };
  }

  async takeBase(): Promise<void> {
    await this.run('stanza-create');
    await this.run('check');
    await this.run('backup');
  }

  async hasArchived(file: string): Promise<boolean> {
    const { ended } = await this.start('archive-get', file, join(this.folder, 'received'));
    return (await ended).code === 0;
  }

  async restoreTo(time: string): Promise<PostgresServer> {
    const cluster = await privateFolder(join(this.folder, 'restored-'), this.server.account);
    const target = ['--type=time', `--target=${time}`, '--target-action=promote'];
    await this.run('restore', `--pg1-path=${cluster}`, ...target);
    return this.server.on(cluster);
  }

  private get command(): string[] {
    return ['pgbackrest', `--config=${this.folder}/pgbackrest.conf`, '--stanza=orders'];
  }

  private async run(...args: string[]): Promise<void> {
    const { code, lastLine } = await (await this.start(...args)).ended;
    if (code !== 0) throw new Error(`pgbackrest ${args[0]}: ${lastLine}`);
  }

  private start(...args: string[]): ReturnType<typeof supervise> {
    const [program = '', ...options] = this.command;
    const env = { PATH: process.env.PATH ?? '', PGHOST: '127.0.0.1' };
    const { account } = this.server;
    return supervise(`/usr/bin/${program}`, [...options, ...args], { account, env });
  }
}
