import { chown, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '../../platform/config/variables.js';
import { keptAdminToken } from './admin-token.js';

describe('the token that is kept in DATA_DIR', () => {
  const onlyRoot = process.getuid?.() === 0 ? it : it.skip;
  let dataDir: string;
  let file: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'admin-token-'));
    file = join(dataDir, 'admin-token');
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const refusal = (): Promise<unknown> => keptAdminToken(dataDir).catch((error: unknown) => error);

  it('is made once, for its owner only', async () => {
    const token = await keptAdminToken(dataDir);
    expect(await keptAdminToken(dataDir)).toBe(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is not read through a link', async () => {
    const elsewhere = join(dataDir, 'elsewhere');
    await writeFile(elsewhere, `${'known to another'.repeat(3)}\n`);
    await symlink(elsewhere, file);
    expect(await refusal()).toEqual(
      new SettingsError(`${file} is a link: delete it, and the next start creates a new one`),
    );
  });

  it('is not made through a link that leads nowhere', async () => {
    const elsewhere = join(dataDir, 'elsewhere');
    await symlink(elsewhere, file);
    expect(await refusal()).toBeInstanceOf(SettingsError);
    await expect(readFile(elsewhere)).rejects.toThrow('ENOENT');
  });

  onlyRoot('is not taken from another user', async () => {
    await writeFile(file, `${'known to another'.repeat(3)}\n`);
    await chown(file, 54321, 54321);
    expect(await refusal()).toEqual(
      new SettingsError(
        `${file} is a file of another user, uid 54321: delete it, and the next start creates a new one`,
      ),
    );
  });

  onlyRoot("is taken from the folder's owner, who could replace it anyway", async () => {
    const token = await keptAdminToken(dataDir);
    await chown(file, 54321, 54321);
    await chown(dataDir, 54321, 54321);
    expect(await keptAdminToken(dataDir)).toBe(token);
  });
});
