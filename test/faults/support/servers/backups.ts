import { chmod, chown, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { supervise } from '../../../../src/platform/database/embedded/supervised-process.js';
import { privateFolder } from '../../../../src/platform/database/embedded/os-user.js';
import type { BackupProgram } from '../restore-drill.js';
import type { PostgresServer } from './postgres-server.js';

/** Base backups and WAL of a server, made and restored by the scripts of `deploy/backup`. */
export class Backups implements BackupProgram {
  private constructor(
    private readonly server: PostgresServer,
    private readonly folder: string,
  ) {}

  /** Makes the folder with a copy of the scripts. Only the server's user can enter it. */
  static async of(server: PostgresServer, folder: string): Promise<Backups> {
    const { account } = server;
    const own = await privateFolder(join(folder, 'backups-'), account);
    await cp('deploy/backup', own, { recursive: true });
    for (const script of await readdir(own)) await chmod(join(own, script), 0o755);
    for (const part of ['base', 'wal']) {
      await mkdir(join(own, part));
      if (account) await chown(join(own, part), account.uid, account.gid);
    }
    return new Backups(server, own);
  }

  get settings(): Record<string, string> {
    const { folder } = this;
    return {
      archive_mode: 'on',
      archive_command: `sh ${folder}/archive-wal.sh "%p" "${folder}/wal/%f"`,
    };
  }

  async hasArchived(file: string): Promise<boolean> {
    return (await this.list('wal')).includes(file);
  }

  /** Lists the files of a part: the names of base backups, or files of WAL. */
  async list(part: 'base' | 'wal'): Promise<string[]> {
    return (await readdir(join(this.folder, part))).sort();
  }

  /** Takes a base backup, and keeps only this one. */
  async takeBase(env: Record<string, string> = {}): Promise<void> {
    await this.run('base-backup.sh', [this.folder, '1'], env);
  }

  async restoreTo(time: string): Promise<PostgresServer> {
    const cluster = join(this.folder, `restored-${time.replaceAll(/\D/g, '')}`);
    await this.run('restore.sh', [this.folder, cluster, time]);
    return this.server.on(cluster);
  }

  private async run(
    script: string,
    args: string[],
    variables: Record<string, string> = {},
  ): Promise<void> {
    const { account, programs, connection } = this.server;
    const { port } = new URL(connection.url);
    const env = {
      PATH: `${programs}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: 'postgres',
      ...variables,
    };
    const all = [join(this.folder, script), ...args];
    const { code, lastLine } = await (await supervise('/bin/sh', all, { account, env })).ended;
    if (code !== 0) throw new Error(`${script}: ${lastLine}`);
  }
}
