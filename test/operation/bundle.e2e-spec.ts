import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connectionUrl, givenDatabase } from '../support/database.js';
import { scratchFolder } from '../support/scratch.js';
import { ServiceProcess } from '../support/service-process.js';

const PRELOADED = resolve('test/support/list-loaded.js');

it('the service has one instance of each package, from its bundle', async () => {
  const folder = await scratchFolder();
  const { connection, drop } = await givenDatabase();
  try {
    const service = await ServiceProcess.start(folder, {
      DATABASE_URL: connectionUrl(connection),
      NODE_OPTIONS: `--import=${PRELOADED}`,
    });
    expect(await service.end('SIGTERM')).toBe(0);
    const loaded = JSON.parse(await readFile(join(folder, 'loaded.json'), 'utf8')) as string[];
    const isNative = (path: string): boolean => path.includes('/node_modules/@node-rs/argon2');
    expect(loaded.some(isNative)).toBe(true);
    expect(loaded.filter((path) => !isNative(path))).toEqual([]);
  } finally {
    await ServiceProcess.killAll();
    await drop();
    await rm(folder, { recursive: true });
  }
});
