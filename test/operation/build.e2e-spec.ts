import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, scratchFolder } from '../support/processes/run.js';

const PROGRAM = 'scripts/build-if-needed.js';
const COMPILER = `import { mkdirSync } from 'node:fs'; mkdirSync('dist/src', { recursive: true });`;

describe('the build', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await scratchFolder();
    await mkdir(join(folder, 'src'));
    await mkdir(join(folder, 'scripts/build'), { recursive: true });
    await cp(PROGRAM, join(folder, PROGRAM));
    for (const file of ['package.json', 'src/money.ts', 'src/money.spec.ts', 'src/shop.ts']) {
      await writeFile(join(folder, file), '{ "type": "module" }');
    }
    await writeFile(join(folder, 'scripts/build/compile.js'), COMPILER);
    expect(await builtParts()).toEqual(['compiled']);
  });

  const builtParts = async (): Promise<string[]> => {
    const { stderr } = await run(process.execPath, [PROGRAM, 'compiled'], { cwd: folder });
    return [...stderr.matchAll(/^Building (\w+) …$/gm)].map(([, part = '']) => part);
  };
  const edit = (path: string) => {
    const later = new Date(Date.now() + 5_000);
    return utimes(join(folder, path), later, later);
  };

  it('makes nothing where no source has changed', async () => {
    expect(await builtParts()).toEqual([]);
  });

  it('makes nothing where only a spec was edited, added or removed', async () => {
    await edit('src/money.spec.ts');
    await writeFile(join(folder, 'src/shop.spec.ts'), '');
    expect(await builtParts()).toEqual([]);
    await rm(join(folder, 'src/money.spec.ts'));
    expect(await builtParts()).toEqual([]);
  });

  it('makes a part again where a source was edited, added or removed', async () => {
    await writeFile(join(folder, 'src/order.ts'), '');
    expect(await builtParts()).toEqual(['compiled']);
    await rm(join(folder, 'src/order.ts'));
    expect(await builtParts()).toEqual(['compiled']);
    await edit('src/shop.ts');
    expect(await builtParts()).toEqual(['compiled']);
  });

  it('is that of production, also when tests start it', async () => {
    const check = `if (process.env.NODE_ENV !== 'production') process.exit(1);`;
    await writeFile(join(folder, 'scripts/build/compile.js'), `${COMPILER}\n${check}`);
    expect(process.env.NODE_ENV).toBe('test');
    expect(await builtParts()).toEqual(['compiled']);
  });

  it('is made once where two processes want it at the same time', async () => {
    const slow = `import { setTimeout } from 'node:timers/promises'; await setTimeout(500); ${COMPILER}`;
    await writeFile(join(folder, 'scripts/build/compile.js'), slow);
    expect((await Promise.all([builtParts(), builtParts()])).flat()).toEqual(['compiled']);
  });

  it('does not wait for a process that was killed while it built', async () => {
    await edit('src/shop.ts');
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(join(folder, 'dist/.lock'), String(pid));
    expect(await builtParts()).toEqual(['compiled']);
  });

  it('leaves the lock and the signals to the program that goes on in its process', async () => {
    await edit('src/shop.ts');
    const program = `await import('./build-if-needed.js');
      const { existsSync } = await import('node:fs');
      const signals = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
      console.log(JSON.stringify([existsSync('dist/.lock'), signals]));`;
    await writeFile(join(folder, 'scripts/start.js'), program);
    const { stdout, stderr } = await run(process.execPath, ['scripts/start.js', 'compiled'], {
      cwd: folder,
    });
    expect(stderr).toContain('Building compiled');
    expect(JSON.parse(stdout)).toEqual([false, 0]);
  });

  it('names the parts where one is unknown', async () => {
    await expect(run(process.execPath, [PROGRAM, 'page'], { cwd: folder })).rejects.toMatchObject({
      stderr: expect.stringContaining('unknown part "page", expected one of compiled, service'),
    });
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
  for (const old of ['v10.24.1', 'v20.18.3', 'v22.12.0', 'v23.11.0', 'v24.10.0']) {
    const sentence = `Not started: this is Node.js ${old}, expected ^20.19.0 || `;
    expect((await outputOf(old)).split('\n')).toEqual([expect.stringContaining(sentence), '']);
  }
  for (const good of ['v20.19.0', 'v22.13.1', 'v24.11.0', 'v25.0.0']) {
    expect(await outputOf(good)).toBe('goes on\n');
  }
});
