import { spawnSync } from 'node:child_process';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run, scratchFolder } from '../support/processes/run.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { connectionUrl } from '../support/database/database.js';
import { givenDemoDatabase } from '../support/shop/demo.js';
import { headersOf, orderBody } from '../support/shop/given.js';

const PROGRAM = 'scripts/build-if-needed.js';
const PARTS = 'scripts/build/parts.js';
const COMPILER = `import { mkdirSync } from 'node:fs'; mkdirSync('dist/src', { recursive: true });`;

describe('the build', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await scratchFolder();
    await mkdir(join(folder, 'src'));
    await mkdir(join(folder, 'scripts/build'), { recursive: true });
    for (const file of [PROGRAM, PARTS]) await cp(file, join(folder, file));
    for (const file of ['package.json', 'src/money.ts', 'src/money.spec.ts', 'src/shop.ts']) {
      await writeFile(join(folder, file), '{ "type": "module" }');
    }
    await write('compile', COMPILER);
    expect(await builtParts()).toEqual(['compiled']);
  });

  /** Puts a program in place of one that makes a part. */
  const write = (part: string, program: string) =>
    writeFile(join(folder, `scripts/build/${part}.js`), program);
  const builtParts = async (part = 'compiled'): Promise<string[]> => {
    const { stderr } = await run(process.execPath, [PROGRAM, part], { cwd: folder });
    return [...stderr.matchAll(/^Building (\w+) …$/gm)].map(([, name = '']) => name);
  };
  const edit = (path: string) => {
    const later = new Date(Date.now() + 5_000);
    return utimes(join(folder, path), later, later);
  };

  it('makes a part again, as for production, where a source was edited, added or removed, and for no spec', async () => {
    await edit('src/money.spec.ts');
    await writeFile(join(folder, 'src/shop.spec.ts'), '');
    expect(await builtParts()).toEqual([]);
    await rm(join(folder, 'src/money.spec.ts'));
    expect(await builtParts()).toEqual([]);
    await writeFile(join(folder, 'src/order.ts'), '');
    expect(await builtParts()).toEqual(['compiled']);
    await rm(join(folder, 'src/order.ts'));
    expect(await builtParts()).toEqual(['compiled']);
    expect(process.env.NODE_ENV).toBe('test');
    await write(
      'compile',
      `${COMPILER} if (process.env.NODE_ENV !== 'production') process.exit(1);`,
    );
    await edit('src/shop.ts');
    expect(await builtParts()).toEqual(['compiled']);
    await expect(builtParts('page')).rejects.toMatchObject({
      stderr: expect.stringContaining('unknown part "page", expected one of compiled, service'),
    });
  });

  it('is made once at the same time, waits for no process that was killed, and leaves nothing to the program that goes on', async () => {
    const slow = `import { setTimeout } from 'node:timers/promises'; await setTimeout(500); ${COMPILER}`;
    await write('compile', slow);
    expect((await Promise.all([builtParts(), builtParts()])).flat()).toEqual(['compiled']);
    await edit('src/shop.ts');
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(join(folder, 'dist/.lock'), String(pid));
    const program = `import { existsSync } from 'node:fs';
      import { buildParts } from './build/parts.js';
      await buildParts(['compiled']);
      const signals = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
      console.log(JSON.stringify([existsSync('dist/.lock'), signals]));`;
    await writeFile(join(folder, 'scripts/start.js'), program);
    const { stdout, stderr } = await run(process.execPath, ['scripts/start.js'], { cwd: folder });
    expect(stderr).toContain('Building compiled');
    expect(JSON.parse(stdout)).toEqual([false, 0]);
  });

  it('is that of the service before npm start starts it, and then of the rest, each in its place when it is whole', async () => {
    const main = `import { existsSync } from 'node:fs';
      process.stderr.write('The service answers\\n');
      const ending = setInterval(() => existsSync('dist/kit/kit.json') && clearInterval(ending), 20);`;
    const bundle = `import { mkdirSync, writeFileSync } from 'node:fs';
      mkdirSync('dist/service');
      writeFileSync('dist/service/main.js', ${JSON.stringify(main)});`;
    const kit = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
      mkdirSync('dist/kit.next');
      writeFileSync('dist/kit.next/kit.json', String(existsSync('dist/kit/old')));`;
    await cp('scripts/start.js', join(folder, 'scripts/start.js'));
    await mkdir(join(folder, 'node_modules/vite/bin'), { recursive: true });
    await writeFile(join(folder, 'node_modules/vite/bin/vite.js'), '');
    for (const part of ['documents', 'clients']) await write(part, '');
    await write('bundle', bundle);
    await write('kit', kit);
    await mkdir(join(folder, 'dist/kit'));
    await writeFile(join(folder, 'dist/kit/old'), '');
    const { stderr } = await run(process.execPath, ['scripts/start.js'], { cwd: folder });
    expect(stderr.trim().split('\n').slice(0, 3)).toEqual([
      'Building service …',
      'The service answers',
      'Building documents …',
    ]);
    expect(await readdir(join(folder, 'dist'))).not.toContain('kit.next');
    expect(await readdir(join(folder, 'dist/kit'))).toEqual(['kit.json']);
    expect(await readFile(join(folder, 'dist/kit/kit.json'), 'utf8')).toBe('true');
  });
});

describe('a service whose pages, documentation and downloads are still being built', () => {
  const PATHS = ['/dashboard/sign-in', '/docs/start', '/docs-json', '/docs/downloads/LICENSE.txt'];

  it('takes orders, says so in their place, and serves them once they are whole', async () => {
    const checkout = await scratchFolder();
    const build = async (part: string): Promise<void> => {
      const target = join(checkout, 'dist', part);
      await cp(join('dist', part), `${target}.next`, { recursive: true });
      await rm(target, { recursive: true, force: true });
      await rename(`${target}.next`, target);
    };
    await cp('package.json', join(checkout, 'package.json'));
    await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
    for (const part of ['service', 'src']) await build(part);
    const main = join(checkout, 'dist/service/main.js');
    const { connection, demo } = await givenDemoDatabase();
    const env = { DATABASE_URL: connectionUrl(connection) };
    const { baseUrl } = await ServiceProcess.start(checkout, env, main);
    const get = (path: string, accept: string): Promise<Response> =>
      fetch(baseUrl + path, { headers: { accept } });

    const [client] = demo.clients;
    const headers = headersOf(client?.token ?? '', client?.domain ?? '');
    const order = await fetch(`${baseUrl}/api/orders`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(orderBody({ sku: 'TW-GLS-06', quantity: 1 })),
    });
    expect(order.status).toBe(201);
    for (const path of PATHS) {
      const refusal = await get(path, '*/*');
      expect([path, refusal.status, refusal.headers.get('retry-after')]).toEqual([path, 503, '2']);
      expect(await refusal.json()).toMatchObject({ success: false, code: 'unavailable' });
      const page = await get(path, 'text/html');
      expect([page.status, page.headers.get('refresh')]).toEqual([503, '2']);
      expect(await page.text()).toContain('still being built');
    }
    expect(await (await get('/nowhere', 'text/html')).json()).toMatchObject({
      code: 'route_not_found',
    });

    for (const part of ['openapi', 'kit', 'site', 'web']) await build(part);
    for (const path of PATHS)
      expect([path, (await get(path, 'text/html')).status]).toEqual([path, 200]);
    expect(await (await get('/nowhere', 'text/html')).text()).toContain('Page not found');
    const license = join(checkout, 'dist/kit/LICENSE.txt');
    await rm(license);
    await writeFile(license, 'Another one');
    expect(await (await get('/docs/downloads/LICENSE.txt', '*/*')).text()).toBe('Another one');
  });
});

it('npm start checks the version of Node.js before the first module, in one sentence', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { start: string };
  };
  // Once for shells with `exec`, once for that of Windows.
  expect(scripts.start.split('node -r ./scripts/check-node.cjs scripts/')).toHaveLength(3);
  const outputOf = async (version: string): Promise<string> => {
    const other = `data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`;
    const check = `import('./scripts/check-node.cjs').then(() => console.log('goes on'))`;
    const ended = run(process.execPath, ['--import', other, '-e', check]);
    const { stdout, stderr } = await ended.catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    return `${stdout}${stderr}`;
  };
  for (const old of ['v10.24.1', 'v20.18.3', 'v23.11.0', 'v24.10.0']) {
    const sentence = `Not started: this is Node.js ${old}, expected ^20.19.0 || `;
    expect((await outputOf(old)).split('\n')).toEqual([expect.stringContaining(sentence), '']);
  }
  for (const good of ['v20.19.0', 'v24.11.0']) {
    expect(await outputOf(good)).toBe('goes on\n');
  }
});
