import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import request from 'supertest';
import { TestApp } from '../../support/app.js';
import { givenClient, givenProduct } from '../../support/shop/given.js';
import { run, scratchFolder } from '../../support/processes/run.js';

const PAGE = '/docs/downloads';
const COMPILER_OPTIONS = {
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  outDir: 'out',
  rootDir: 'src',
};
const PROGRAM = `import { createStoreClient, StoreApiError } from '@wholesale-store-orders/client';
async function main(): Promise<void> {
  const store = createStoreClient({
    baseUrl: process.env['STORE_URL'] ?? '',
    token: process.env['STORE_TOKEN'] ?? '',
    domain: process.env['STORE_DOMAIN'] ?? '',
  });
  const { data } = await store.listProducts({ include: 'variations' });
  const error: unknown = await store.getProduct('NONE').catch((thrown: unknown) => thrown);
  console.log(data.length, error instanceof StoreApiError ? error.code : error);
}
void main();
`;

/** Reads the files of a package as one text, those of a package in it as well. */
async function unpacked(file: string): Promise<string> {
  const each = 'echo "$TAR_FILENAME" | grep -q "tgz$" && tar -xzOf - || cat';
  const { stdout } = await run('tar', ['-xzf', file, `--to-command=${each}`], {
    maxBuffer: 10_000_000,
  });
  return stdout;
}

const app = await TestApp.start();
const baseUrl = app.baseUrl;
const client = await givenClient(app);
await givenProduct(app);
const folder = await scratchFolder();

describe('the downloads', () => {
  const filesOf = async (): Promise<URL[]> => {
    const { text } = await request(app.server).get(PAGE).redirects(0).expect(200);
    return [...text.matchAll(/href="([^"]+\.(?:tgz|zip|py|php|json|yaml|txt))"/g)].map(
      ([, target = '']) => new URL(target, `${baseUrl}${PAGE}`),
    );
  };
  const bytesOf = async (url: URL): Promise<Buffer> => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };

  it('are listed with their versions, sizes and hashes', async () => {
    const { text: page, headers } = await request(app.server).get(PAGE).expect(200);
    expect(headers.etag).toBeDefined();
    const files = await filesOf();
    expect(files.map(({ pathname }) => basename(pathname))).toEqual([
      expect.stringMatching(/^wholesale-store-orders-client-[\d.]+\.tgz$/),
      'wholesale_store_orders.py',
      expect.stringMatching(/^wholesale-store-orders-python-[\d.]+\.zip$/),
      'WholesaleStoreOrders.php',
      expect.stringMatching(/^wholesale-store-orders-php-[\d.]+\.zip$/),
      expect.stringMatching(/^wholesale-store-orders-wso-[\d.]+\.tgz$/),
      'store-api.postman_collection.json',
      'store-api.json',
      'store-api.arazzo.yaml',
      expect.stringMatching(/^example-store-backend-[\d.]+\.tgz$/),
      'LICENSE.txt',
    ]);
    for (const url of files) {
      const content = await bytesOf(url);
      expect(page).toContain(createHash('sha256').update(content).digest('hex'));
      expect(page).toContain(`${Math.ceil(content.length / 1024)} kB`);
    }
  });

  it('carry their license, packages their changelog and what their package managers read', async () => {
    const license = await readFile('clients/LICENSE', 'utf8');
    const texts = new Map<string, string>();
    for (const url of await filesOf()) {
      const name = basename(url.pathname);
      const content = await bytesOf(url);
      if (name.endsWith('.zip')) {
        for (const [path, bytes] of Object.entries(unzipSync(content))) {
          texts.set(`${name}/${basename(path)}`, strFromU8(bytes));
        }
      } else if (name.endsWith('.tgz')) {
        await writeFile(join(folder, name), content);
        for (const file of ['LICENSE', 'package.json', 'CHANGELOG.md']) {
          const args = ['-xzOf', join(folder, name), `package/${file}`];
          const { stdout } = await run('tar', args).catch(() => ({ stdout: '' }));
          texts.set(`${name}/${file}`, stdout);
        }
      } else texts.set(name, content.toString());
    }
    const textOf = (pattern: RegExp) => [...texts].find(([name]) => pattern.test(name))?.[1] ?? '';

    for (const [name, text] of texts) {
      if (/LICENSE(\.txt)?$/.test(name)) expect([name, text]).toEqual([name, license]);
    }
    expect([...texts.keys()].filter((name) => name.endsWith('/LICENSE'))).toHaveLength(5);
    for (const archive of ['client-[\\d.]+\\.tgz', 'wso-[\\d.]+\\.tgz', 'php-[\\d.]+\\.zip']) {
      const manifest = textOf(new RegExp(`${archive}/(package|composer)\\.json$`));
      const { version, license: name } = JSON.parse(manifest) as Record<string, string>;
      expect([archive, name]).toEqual([archive, 'MIT']);
      const changelog = textOf(new RegExp(`${archive}/CHANGELOG`));
      expect(changelog).toMatch(new RegExp(`^# .+\n\n## ${version}\n`));
    }
    const python = textOf(/^wholesale_store_orders\.py/);
    const pyproject = textOf(/pyproject\.toml/);
    expect(pyproject).toContain('name = "wholesale-store-orders"');
    expect(pyproject).toContain('license = "MIT"');
    const version = /^__version__ = "(.+)"$/m.exec(python)?.[1];
    expect(textOf(/python-[\d.]+\.zip\/CHANGELOG/)).toContain(`\n\n## ${version}\n`);
    for (const single of [python, textOf(/^Wholesale.+php/)]) {
      expect(single).toMatch(/^(__license__ = "MIT"| \* @license MIT)$/m);
    }
    const { info } = JSON.parse(textOf(/^store-api\.json/)) as { info: object };
    expect(info).toMatchObject({
      license: { name: 'MIT', url: `${baseUrl}/docs/downloads/LICENSE.txt` },
      contact: { name: 'Wholesale Store Orders', url: `${baseUrl}/docs/start` },
    });
  });

  it('carry the address of the service, or ask for it by name', async () => {
    const names: string[] = [];
    for (const { pathname } of await filesOf()) {
      const response = await request(app.server)
        .get(pathname)
        .set('Host', 'shop.example')
        .responseType('blob');
      const content = response.body as Buffer;
      const name = basename(pathname);
      await writeFile(join(folder, name), content);
      const texts = name.endsWith('.zip')
        ? Object.values(unzipSync(content)).map((bytes) => strFromU8(bytes))
        : [name.endsWith('.tgz') ? await unpacked(join(folder, name)) : content.toString()];
      const text = texts.join('\n');
      expect([name, text.includes('https://orders.example')]).toEqual([name, false]);
      const isAsking = name.endsWith('.tgz') && text.includes('STORE_URL');
      if (text.includes('https://shop.example') || isAsking) names.push(name);
    }
    expect(names).toHaveLength(10);
  });

  it.each(['/docs/start', '/docs', '/docs/reference'])('are linked from %s', async (path) => {
    const { text } = await request(app.server).get(path).set('Accept', 'text/html').expect(200);
    const targets = [...text.matchAll(/href="([^"]+)"/g)].map(
      ([, target = '']) => new URL(target, `${baseUrl}${path}`).pathname,
    );
    expect(targets).toContain(PAGE);
  });

  it.each(['module', 'commonjs'])(
    'let strict TypeScript import the client in a %s',
    async (type) => {
      const [tgz] = await filesOf();
      const empty = join(folder, type);
      await mkdir(join(empty, 'src'), { recursive: true });
      await writeFile(join(empty, 'client.tgz'), await bytesOf(tgz!));
      await writeFile(join(empty, 'package.json'), JSON.stringify({ private: true, type }));
      await writeFile(join(empty, 'src/main.ts'), PROGRAM);
      // Without a package of the registry.
      const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' };
      await run('npm', ['install', './client.tgz'], { cwd: empty, env });
      for (const module of ['nodenext', type === 'module' ? 'preserve' : 'commonjs']) {
        const options = { ...COMPILER_OPTIONS, module, noEmit: module !== 'nodenext' };
        await writeFile(join(empty, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
        await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', empty]);
      }
      const { stdout } = await run(process.execPath, [join(empty, 'out/main.js')], {
        env: { STORE_URL: baseUrl, STORE_TOKEN: client.token, STORE_DOMAIN: client.domain },
      });
      expect(stdout).toBe('1 product_not_found\n');
    },
  );
});
