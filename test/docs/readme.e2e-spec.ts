import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { scratchFolder } from '../support/scratch.js';
import { ServiceProcess } from '../support/service-process.js';

const run = promisify(execFile);

describe('README.md', () => {
  let readme: string;
  let folder: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    readme = await readFile('README.md', 'utf8');
    folder = await scratchFolder();
    service = await ServiceProcess.start(folder, { DATA_DIR: '.data' });
  });
  afterAll(async () => {
    await service.end('SIGINT');
    await rm(folder, { recursive: true });
  });

  /** The answers to the commands of a section, run as they stand there. */
  const answersOf = async (section: string): Promise<Record<string, unknown>[]> => {
    const [, text = ''] = readme.split(`\n## ${section}\n`);
    const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
    const commands = script
      .replaceAll('http://localhost:3000', service.baseUrl)
      // One answer a line.
      .replaceAll(/^curl -s/gm, "curl -s -w '\\n'");
    const { stdout } = await run('sh', ['-ec', commands], { cwd: folder });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('places a first order with the commands it shows', async () => {
    const answers = await answersOf('A first order');
    expect(answers).toHaveLength(4);
    expect(answers[0]).toMatchObject({ status: true, total: 47 });
    expect(answers[1]).toMatchObject({ success: true, sku: 'KT-APR-85', in_stock: true });
    expect(answers[2]).toMatchObject({ success: true, status: 'awaiting_payment', total: 570.75 });
    expect(answers[3]).toMatchObject({
      order_number: answers[2]?.order_number,
      store_order_id: 'SHOP-1001',
    });
  });

  it('makes a client and ships an order with the commands it shows', async () => {
    const answers = await answersOf('A first day as operator');
    expect(answers).toHaveLength(7);
    for (const answer of answers) expect(answer).toMatchObject({ success: true });
    expect(answers[2]).toMatchObject({ data: { domain: 'corner-shop.example' } });
    expect(answers[5]).toMatchObject({ data: { status: 'shipped', payment_status: 'paid' } });
  });

  it('names every variable that is read, as .env.example does', async () => {
    const example = await readFile('.env.example', 'utf8');
    const settings = await readFile('src/platform/config/settings.ts', 'utf8');
    const read = [...settings.matchAll(/env, '([A-Z_]+)'/g)].map(([, name]) => name ?? '');
    expect(read.length).toBeGreaterThan(8);
    const named = [...readme.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
    const exampled = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    const all = [...new Set([...read, 'ADMIN_API_TOKEN'])].sort();
    expect([...named].sort()).toEqual(all);
    expect([...exampled].sort()).toEqual(all);
  });
});
