import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withSecretFiles } from '../src/platform/config/secret-files.js';
import { readSettings } from '../src/platform/config/settings.js';
import { HAS_NGINX } from './faults/support/nginx.js';
import { scratchFolder } from './support/scratch.js';

const run = promisify(execFile);

/** The folder of the Compose file; no engine runs here, so its parts are tried one by one. */
describe('deploy/compose', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(await scratchFolder(), 'compose');
    await cp('deploy/compose', folder, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('makes secrets once that the service takes', async () => {
    const script = join(folder, 'secrets.sh');
    await run(script);
    const read = (name: string): string => join(folder, 'secrets', name);
    const settings = readSettings(
      withSecretFiles({
        NODE_ENV: 'production',
        DATABASE_URL_FILE: read('database_url'),
        ADMIN_API_TOKEN_FILE: read('admin_api_token'),
      }),
    );
    const password = await readFile(read('postgres_password'), 'utf8');
    expect(settings.databaseUrl).toBe(`postgres://orders:${password}@postgres:5432/orders`);
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    await expect(run(script)).rejects.toThrow('is there already');
  });

  it('sets variables that the service reads', async () => {
    const compose = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const [, block = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    const names = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(4);
    const example = await readFile('.env.example', 'utf8');
    for (const name of names) expect(example).toMatch(new RegExp(`\\b${name}\\b`));
  });

  (HAS_NGINX ? it : it.skip)('has a configuration that nginx takes', async () => {
    const file = join(folder, 'nginx.conf');
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      `pid ${folder}/nginx.pid;\n${text.replaceAll(/service-[ab]:/g, '127.0.0.1:')}`,
    );
    await chmod(folder, 0o755);
    const { stderr } = await run('nginx', ['-t', '-c', file, '-p', folder]);
    expect(stderr).toContain('test is successful');
  });
});
