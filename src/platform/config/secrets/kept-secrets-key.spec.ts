import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { findSecretsKey, keepSecretsKey } from './kept-secrets-key.js';
import { readSettings } from '../../../settings.js';

/** A program that counts how often it finds the file empty. */
const READS_AS_OFTEN_AS_IT_CAN = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData: { file, isOver } } = require('node:worker_threads');
  let empty = 0;
  while (Atomics.load(isOver, 0) === 0) {
    try {
      if (readFileSync(file).length === 0) empty += 1;
    } catch {}
  }
  parentPort.postMessage(empty);
`;

describe('the key of stored secrets', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'secrets-key-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('is made once, and kept where only the service reads it', async () => {
    expect(await findSecretsKey(dataDir)).toBeNull();
    const key = await keepSecretsKey(dataDir);
    expect(key).toHaveLength(32);
    expect(await keepSecretsKey(dataDir)).toEqual(key);
    expect(await findSecretsKey(dataDir)).toEqual(key);
    expect((await stat(join(dataDir, 'secrets-key'))).mode & 0o777).toBe(0o600);
  });

  it('is one for several starts at the same time, and is never there in part', async () => {
    const isOver = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { file: join(dataDir, 'secrets-key'), isOver };
    const reader = new Worker(READS_AS_OFTEN_AS_IT_CAN, { eval: true, workerData });
    await once(reader, 'online');
    for (let round = 0; round < 100; round += 1) {
      const starts = Array.from({ length: 8 }, () => keepSecretsKey(dataDir));
      const keys = await Promise.all(starts);
      expect(new Set(keys.map((key) => key?.toString('hex'))).size).toBe(1);
      expect(await readdir(dataDir)).toEqual(['secrets-key']);
      await rm(join(dataDir, 'secrets-key'));
    }
    Atomics.store(isOver, 0, 1);
    expect(await once(reader, 'message')).toEqual([0]);
  });

  it('is refused where the file has none', async () => {
    await writeFile(join(dataDir, 'secrets-key'), 'nonsense\n');
    await expect(keepSecretsKey(dataDir)).rejects.toThrow('has no key: expected 32 bytes');
  });

  it('is read from the environment, and never quoted', () => {
    const key = Buffer.alloc(32, 7);
    expect(readSettings({ SECRETS_KEY: key.toString('base64') }).secretsKey).toEqual(key);
    for (const SECRETS_KEY of ['short', 'a'.repeat(64), Buffer.alloc(31).toString('base64')]) {
      expect(() => readSettings({ SECRETS_KEY })).toThrow(
        `Invalid SECRETS_KEY (${SECRETS_KEY.length} characters): expected 32 bytes in base64`,
      );
    }
  });
});
