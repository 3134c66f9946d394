import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { scratchFolder } from './support/scratch.js';
import { ServiceProcess } from './support/service-process.js';

const run = promisify(execFile);

describe('README.md', () => {
  it('places a first order with the commands it shows', async () => {
    const readme = await readFile('README.md', 'utf8');
    const [, section] = readme.split('## A first order');
    const script = /```sh\n([\s\S]*?)```/.exec(section ?? '')?.[1] ?? '';
    const folder = await scratchFolder();
    const service = await ServiceProcess.start(folder, { DATA_DIR: '.data' });

    const commands = script
      .replaceAll('http://localhost:3000', service.baseUrl)
      // One answer a line.
      .replaceAll('curl -s', "curl -s -w '\\n'");
    const { stdout } = await run('sh', ['-ec', commands], { cwd: folder });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(answers[0]).toMatchObject({ status: true, total: 47 });
    expect(answers[1]).toMatchObject({ success: true, sku: 'KT-APR-85', in_stock: true });
    expect(answers[2]).toMatchObject({ success: true, status: 'awaiting_payment', total: 570.75 });
    expect(answers[3]).toMatchObject({
      order_number: answers[2]?.order_number,
      store_order_id: 'SHOP-1001',
    });
    await service.end('SIGINT');
    await rm(folder, { recursive: true });
  });

  it('lists every variable of .env.example, and .env.example every variable that is read', async () => {
    const [readme, example, settings] = await Promise.all(
      ['README.md', '.env.example', 'src/config/settings.ts'].map((file) => readFile(file, 'utf8')),
    );
    const read = [...(settings ?? '').matchAll(/env, '([A-Z_]+)'/g)].map(([, name]) => name ?? '');
    expect(read.length).toBeGreaterThan(8);
    for (const name of read) {
      expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
      expect(readme).toContain(`\`${name}\``);
    }
  });
});
