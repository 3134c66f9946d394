import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  anchorsOf,
  codeBlocksOf,
  markdownPages,
  type CodeBlock,
} from '../support/documents/markdown.js';
import { variablesOf } from '../../src/platform/config/variables.js';
import { SCHEMA } from '../../src/settings.js';
import { CLI, runCommand } from '../support/processes/command-line.js';
import { atEndOfSuite } from '../support/native/end-of-suite.js';
import { freePort, run, scratchFolder } from '../support/processes/run.js';
import { KEEPS_CODE, ServiceProcess } from '../support/processes/service-process.js';

/** A path in code or in a command, without placeholders. */
const REPOSITORY_PATH =
  /[` ]((?:src|test|web|docs|scripts|bench|deploy|openapi)\/[\w./-]*[\w/])(?=[`) ,]|$)/gm;

/**
 * Returns true if a path exists in the checkout or next to the page. It may be the beginning of a file's path, such as that of
 * a suite.
 */
function isPathOrSuite(path: string, folderOfPage: string): boolean {
  return [path, join(folderOfPage, path)].some((place) => {
    const folder = dirname(place);
    if (existsSync(place)) return true;
    const isStart = (name: string): boolean => name.startsWith(`${basename(place)}.`);
    return existsSync(folder) && readdirSync(folder).some(isStart);
  });
}

const { withSettings } = (await import(
  join(import.meta.dirname, '../../scripts/docs/settings.js')
)) as { withSettings: (page: string, example: string) => string };

const pages = await markdownPages();
const shellBlocks = new Map<string, CodeBlock[]>();
for (const page of pages) {
  const blocks = await codeBlocksOf(page);
  shellBlocks.set(
    page,
    blocks.filter(({ language }) => language === 'sh'),
  );
}

/** Joins the tested commands of a page to one script, because later blocks use variables of earlier ones. */
function scriptOf(page: string): string {
  return (shellBlocks.get(page) ?? [])
    .filter(({ notRun, runBy }) => notRun === null && runBy === null)
    .map(({ text }) => text)
    .join('\n');
}

const folder = await scratchFolder();
const service = await ServiceProcess.start(folder, { DATA_DIR: '.data' });

describe('the commands in the documentation', () => {
  afterAll(() => service.end('SIGINT'));

  /** Runs a page's commands unchanged. Returns the printed lines, parsed if they are JSON. */
  const outputOf = async (page: string, stubUrl = ''): Promise<unknown[]> => {
    const script = scriptOf(page)
      .replaceAll('http://localhost:3000', service.baseUrl)
      .replaceAll('http://127.0.0.1:4600', stubUrl)
      .replaceAll(/npm run (-s )?cli --/g, `"${process.execPath}" "${CLI}"`)
      // A refused call fails the script; one response per line.
      .replaceAll('curl -s', "curl -s --fail-with-body -w '\\n'");
    const env = { ...process.env, ...KEEPS_CODE };
    const { stdout } = await run('sh', ['-ec', script], { cwd: folder, env });
    return stdout
      .trim()
      .split('\n')
      .map((line): unknown => (line.startsWith('{') ? JSON.parse(line) : line));
  };

  it('place a first order in README.md', async () => {
    expect(await outputOf('README.md')).toEqual([
      expect.objectContaining({ status: true, total: 47 }),
      expect.objectContaining({ success: true, sku: 'KT-APR-85', in_stock: true }),
      expect.objectContaining({ success: true, status: 'awaiting_payment', total: 570.75 }),
      expect.objectContaining({
        store_order_id: expect.stringMatching(/^README-\d+$/),
        status: 'awaiting_payment',
      }),
    ]);
  });

  it('start a demo with as many products, plans, clients and days as README.md says', async () => {
    const readme = (await readFile('README.md', 'utf8')).replaceAll('\n', ' ');
    const [, products, unsold, plans, clients, days, boxes] =
      /(\d+) products with pictures \((\d+) not for sale\), (\d+) plans, (\d+) clients, and (\d+) days .*? (\d+) orders are on the way/
        .exec(readme)!
        .map(Number);
    const demo = JSON.parse(await readFile(join(folder, '.data/demo.json'), 'utf8')) as {
      admin_token: string;
    };
    const list = async <T>(path: string): Promise<T[]> => {
      const headers = { Authorization: `Bearer ${demo.admin_token}` };
      const answer = await fetch(`${service.baseUrl}/admin/${path}`, { headers });
      return ((await answer.json()) as { data: T[] }).data;
    };
    const known = await list<{ active: boolean; images: string[] }>('products?limit=100');
    expect(known.map(({ images }) => images.length)).not.toContain(0);
    expect([known.length, known.filter(({ active }) => !active).length]).toEqual([
      products,
      unsold,
    ]);
    expect([await list('plans'), await list('clients')].map(({ length }) => length)).toEqual([
      plans,
      clients,
    ]);
    expect(await list('deliveries?limit=100')).toHaveLength(boxes!);
    const ordersBefore = (age: number): Promise<unknown[]> =>
      list(`orders?created_to=${new Date(Date.now() - age * 86_400_000).toISOString()}`);
    // The first day is a whole one.
    expect(await ordersBefore(days! + 1)).toEqual([]);
    expect(await ordersBefore(days! - 3)).not.toEqual([]);
  });

  it('create a client, ship an order and use the command line in docs/administration.md', async () => {
    const output = await outputOf('docs/administration.md');
    expect(output.slice(0, 11)).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ code: 'bronze' }) }),
      expect.objectContaining({ data: expect.objectContaining({ plan: 'bronze' }) }),
      expect.objectContaining({ data: expect.objectContaining({ domain: 'corner-shop.example' }) }),
      expect.objectContaining({ success: true, data: expect.any(Array) }),
      expect.objectContaining({ data: expect.objectContaining({ payment_status: 'paid' }) }),
      expect.objectContaining({ data: expect.objectContaining({ status: 'shipped' }) }),
      expect.objectContaining({ data: expect.objectContaining({ credited: 5_000 }) }),
      expect.objectContaining({ data: [expect.objectContaining({ balance_after: 5_000 })] }),
      expect.objectContaining({ data: expect.objectContaining({ balanced: true }) }),
      { success: true, data: [], next_cursor: null },
      expect.objectContaining({ success: true, next_cursor: expect.any(String) }),
    ]);
    expect(output[12]).toMatch(/^http:\/\/\S+\/dashboard\/\S+$/);
    const [liveToken, testToken, revoked] = output.slice(-3);
    expect(liveToken).toMatch(/^wso_\w+$/);
    expect(testToken).toMatch(/^wso_test_\w+$/);
    expect(revoked).toMatch(/^Token \d+ for hill-store\.example, which ends in \w+, is revoked$/);
    // Each command is a program, on a busy machine.
  });

  it('set up a stub of Shiprocket, and ship an order with it, in docs/couriers.md', async () => {
    const port = await freePort();
    const [start] = shellBlocks.get('docs/couriers.md')!.filter(({ runBy }) => runBy !== null);
    const stub = spawn('sh', ['-c', `exec ${start!.text.trim()} -- ${port}`], { detached: true });
    // npm, too, and what it has started.
    atEndOfSuite(() => void process.kill(-stub.pid!));
    for await (const lines of stub.stdout) {
      if (String(lines).includes(`http://127.0.0.1:${port}`)) break;
    }
    const place = { name: 'Godown 1', pincode: '560001' };
    const data = (part: object): unknown =>
      expect.objectContaining({ data: expect.objectContaining(part) as unknown });
    expect(await outputOf('docs/couriers.md', `http://127.0.0.1:${port}`)).toEqual([
      expect.stringMatching(/^account \d+$/),
      data({ pickup_places: [place] }),
      data({ active: true }),
      expect.stringMatching(/^order WO-\w+, booking \d+$/),
      // After the label, which is saved.
      '',
      data({ awb: expect.stringMatching(/^3210557\d{5}$/) }),
      data({ status: 'shipped' }),
    ]);
    const label = await run('pdfinfo', [join(folder, 'label.pdf')]);
    expect(label.stdout).toMatch(/^Pages: +1$/m);
  });

  it('run here or in another test, or say why not', () => {
    const runHere = pages.filter((page) => scriptOf(page) !== '');
    expect(runHere).toEqual(['README.md', 'docs/administration.md', 'docs/couriers.md']);
    for (const { runBy } of [...shellBlocks.values()].flat()) {
      if (runBy !== null) expect([runBy, existsSync(runBy)]).toEqual([runBy, true]);
    }
  });

  it('name commands of the command line that exist', async () => {
    const { stdout: help } = await runCommand(folder, ['--help']);
    const text = [...shellBlocks.values()].flat().map((block) => block.text);
    const allText = text.join('\n');
    const commands = [...allText.matchAll(/cli -- ([\w:]+)/g)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(3);
    for (const name of commands) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });
});

describe('the pages of the documentation', () => {
  it.each(pages)(
    '%s has code blocks of known languages and links that lead somewhere',
    async (page) => {
      for (const { language } of await codeBlocksOf(page)) {
        // Not `bash`, `shell` or nothing: those would escape the tests above.
        const known = 'sh ts js json nginx sql mermaid python php csv text';
        expect(known.split(' ')).toContain(language);
      }
      const markdown = await readFile(page, 'utf8');
      const links = markdown.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?[^)]*\)/g);
      for (const [link, target = '', anchor] of links) {
        const path = target === '' ? page : join(dirname(page), target);
        expect([link, existsSync(path)]).toEqual([link, true]);
        if (anchor === undefined) continue;
        const anchors = anchorsOf(await readFile(path, 'utf8'));
        expect([link, anchors]).toEqual([link, expect.arrayContaining([anchor])]);
      }
    },
  );

  // The changelog also names what was removed since.
  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
    '%s names npm scripts and paths of the repository that exist',
    async (page) => {
      const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
        scripts: Record<string, string>;
      };
      const markdown = await readFile(page, 'utf8');
      const named = [...markdown.matchAll(/npm run (?:-s )?([\w:-]+)/g)];
      expect(named.filter(([, name = '']) => !(name in scripts))).toEqual([]);
      const paths = [...markdown.matchAll(REPOSITORY_PATH)].map(([, path = '']) => path);
      expect(paths.filter((path) => !isPathOrSuite(path, dirname(page)))).toEqual([]);
    },
  );

  it('keep README.md short', async () => {
    expect((await readFile('README.md', 'utf8')).split('\n').length).toBeLessThanOrEqual(150);
  });

  it('name every variable of the settings with its default, in .env.example and the table of it (node scripts/docs/settings.js)', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    const example = await readFile('.env.example', 'utf8');
    // A switch of Node.js, which production refuses, must not be proposed.
    const all = variablesOf(SCHEMA).filter(({ name }) => name !== 'NODE_TLS_REJECT_UNAUTHORIZED');
    const isShown = (byDefault: unknown) => ['number', 'string'].includes(typeof byDefault);
    const read = all.map(({ name, byDefault }) =>
      isShown(byDefault) || byDefault === true ? `${name}=${String(byDefault)}` : `# ${name}=`,
    );
    const exampled = example.matchAll(/^(?:# [A-Z_]+=|[A-Z_]+=.*)/gm);
    expect(Array.from(exampled, ([line]) => line).sort()).toEqual(read.sort());
    for (const { name, isSecret } of all) {
      expect([name, example.includes(`${name}_FILE`)]).toEqual([name, isSecret === true]);
    }
    expect(page).toBe(withSettings(page, example));
  });
});
