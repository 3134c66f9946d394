import { readFile, access, readdir } from 'node:fs/promises';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import { codeBlocks, codeBlocksOf } from '../support/documents/markdown.js';
import { execute } from '../support/database/database.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { join } from 'node:path';

const app = await TestApp.start({ PUBLIC_URL: 'https://orders.example' });
const { text } = await request(app.server).get('/llms.txt').expect(200);
const paths: string[] = [...text.matchAll(/\]\(https:\/\/orders\.example(\S+\.md)\)/g)].map(
  ([, path]) => path ?? '',
);

describe('the Markdown of the documentation', () => {
  const markdownAt = async (path: string): Promise<string> => {
    const { text, headers } = await request(app.server).get(path).buffer(true).expect(200);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    return text;
  };

  it('is listed in llms.txt, page by page, with the document', async () => {
    expect(paths).toEqual([
      ...['/docs/start.md', '/docs/orders.md', '/docs/updates.md', '/docs/retries.md'],
      ...['/docs/releases.md', '/docs/reference.md', '/docs/errors.md'],
      ...['/docs/downloads.md', '/docs/mirror.md'],
    ]);
    const { text } = await request(app.server).get('/llms.txt').expect(200);
    expect(text).toMatch(/^# /);
    expect(text).toContain('(https://orders.example/docs-json)');
  });

  it('has each heading, table row and code block of its page, and no markup', async () => {
    for (const path of paths) {
      const markdown = await markdownAt(path);
      const { text: page } = await request(app.server).get(path.replace('.md', '')).expect(200);
      const count = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
      const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '');
      expect([path, count(/^#{1,4} /gm, prose)]).toEqual([path, count(/<h[1-4]/g, page)]);
      expect([path, count(/^\| /gm, prose)]).toEqual([
        path,
        count(/<tr>/g, page) + count(/<table>/g, page),
      ]);
      expect([path, codeBlocks(markdown).length]).toEqual([path, count(/<pre/g, page)]);
      expect(prose.replace(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)<\w/);
    }
  });

  it('has code blocks of a known language, with the text as it is', async () => {
    const pages = await Promise.all(['/docs/start.md', '/docs/updates.md'].map(markdownAt));
    const blocks = pages.flatMap(codeBlocks);
    expect(new Set(blocks.map(({ language }) => language))).toEqual(
      new Set(['sh', 'json', 'ts', 'py', 'php']),
    );
    const calls = blocks.filter(({ text }) => text.startsWith('curl'));
    expect(calls[0]?.text).toContain('-H "Authorization: Bearer $TOKEN"');
  });

  it('shares no order id that is sent, with other pages or the READMEs of the clients', async () => {
    const readmes = ['typescript', 'python', 'php', 'wso'].map(
      (name) => `clients/${name}/README.md`,
    );
    const texts = [
      ...(await Promise.all(paths.map(markdownAt))),
      ...(await Promise.all(readmes.map((path) => readFile(path, 'utf8')))),
    ];
    const sent = texts
      .flatMap(codeBlocks)
      .filter(({ language }) => language !== 'json')
      .flatMap(({ text }) => text.match(/\bSHOP-\d+/g) ?? []);
    expect(sent).toEqual(['SHOP-4001']);
  });

  it('has working links, to Markdown where available', async () => {
    for (const path of paths) {
      const markdown = await markdownAt(path);
      const targets = new Set(
        [...markdown.matchAll(/\]\(https:\/\/orders\.example(\/[^)#]*)[^)]*\)/g)].map(
          ([, target]) => target ?? '',
        ),
      );
      expect(targets.size).toBeGreaterThan(0);
      expect(markdown).not.toContain('](/');
      for (const target of targets) {
        await request(app.server).get(target).expect(200);
        expect(paths).not.toContain(`${target}.md`);
      }
    }
  });
});

const selects = (await codeBlocksOf('docs/operations/runbooks.md'))
  .filter(({ language, text }) => language === 'sql' && text.startsWith('SELECT'))
  .flatMap(({ text }) => text.split(';\n').filter((statement) => statement !== ''));

describe('the statements of the runbooks', () => {
  it('can be run as they are written', async () => {
    expect(selects.length).toBeGreaterThan(9);
    for (const statement of selects) await app.dataSource.query(statement);
  });

  it('tell a prepared transaction that wrote from one that only locked rows', async () => {
    const { sku } = await givenProduct(app);
    const [wrote, locked] = [unique('wrote'), unique('locked')];
    const prepare = (gid: string, statement: string) =>
      execute(app.connection, 'BEGIN', statement, `PREPARE TRANSACTION '${gid}'`);
    await prepare(locked, `SELECT FROM products WHERE sku = '${sku}' FOR KEY SHARE`);
    await prepare(wrote, `UPDATE products SET name = name WHERE sku = '${sku}'`);
    try {
      const statement = selects.find((text) => text.includes('pg_prepared_xacts'))!;
      const rows = await app.dataSource.query<{ gid: string; mode: string }[]>(statement);
      const modesOf = (one: string) => rows.flatMap(({ gid, mode }) => (gid === one ? mode : []));
      expect(new Set(modesOf(locked))).toEqual(new Set(['RowShareLock']));
      expect(modesOf(wrote)).toContain('RowExclusiveLock');
    } finally {
      await execute(app.connection, ...[locked, wrote].map((gid) => `ROLLBACK PREPARED '${gid}'`));
    }
  });
});

describe('SECURITY.md', () => {
  it('names existing tests for each of the ten risks', async () => {
    const text = await readFile('SECURITY.md', 'utf8');
    const rows = [...text.matchAll(/^\| API(\d+) .*\|(.*)\|$/gm)];
    expect(rows.map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const [, , tests = ''] of rows)
      expect(tests).toMatch(/`(src|test)\/[\w/.-]+\.spec\.ts`|-spec\.ts`/);
    const named = [...text.matchAll(/`((?:src|test)\/[\w/.-]+)`/g)].map(([, path]) => path ?? '');
    await Promise.all(named.map((path) => access(path)));
  });

  it('is right that requests go out in one place, and by doctor to the service itself', async () => {
    const paths = (await readdir('src', { recursive: true })).filter((path) =>
      path.endsWith('.ts'),
    );
    expect(paths.length).toBeGreaterThan(100);
    const callers: string[] = [];
    for (const path of paths) {
      const source = await readFile(join('src', path), 'utf8');
      if (/\bfetch\(|\bhttps?\.(request|get)\(|'(undici|axios|got)'/.test(source))
        callers.push(path);
    }
    expect(callers.sort()).toEqual([
      'platform/http/exchange/exchange.ts',
      // Of the command `doctor`.
      'start/production/proxy-check.ts',
    ]);
  });
});
