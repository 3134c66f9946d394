import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSecretsKey, keepSecretsKey } from './kept-secrets-key.js';
import { readSettings } from './settings.js';

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
