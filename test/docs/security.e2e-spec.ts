import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

  it('is right that only the gateway is called, and by doctor the service itself', async () => {
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
      'money/gateway/gateway-http.ts',
      // Of the command `doctor`.
      'start/production/proxy-check.ts',
    ]);
  });
});
