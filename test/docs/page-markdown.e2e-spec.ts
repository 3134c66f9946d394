import { readFile } from 'node:fs/promises';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import { codeBlocks } from '../support/documents/markdown.js';

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
      ...['/docs/start.md', '/docs/reference.md', '/docs/errors.md'],
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
    const blocks = codeBlocks(await markdownAt('/docs/start.md'));
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
