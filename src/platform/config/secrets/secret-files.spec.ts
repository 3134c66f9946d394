import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSecretFiles } from './secret-files.js';
import { readSettings } from '../settings.js';
import { SECRET_VARIABLES } from './secret-variables.js';
import { SettingsError } from '../variables.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';

describe('withSecretFiles', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
    file = join(folder, 'secret');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads the secrets that files hold, without the line break at their end', async () => {
    await writeFile(file, `${DATABASE_URL}\n`);
    const env = withSecretFiles({ DATABASE_URL_FILE: file, PORT: '0' });
    expect(readSettings(env)).toMatchObject({ databaseUrl: DATABASE_URL, port: 0 });
  });

  it.each(SECRET_VARIABLES)('knows %s_FILE', async (name) => {
    await writeFile(file, 'hunter2');
    expect(withSecretFiles({ [`${name}_FILE`]: file })).toMatchObject({ [name]: 'hunter2' });
  });

  it('takes a blank name of a file as none', () => {
    expect(withSecretFiles({ REDIS_URL_FILE: ' ', REDIS_URL: 'a' })).toMatchObject({
      REDIS_URL: 'a',
    });
  });

  it('refuses a file that it cannot read or that is empty, and a secret that is set twice', async () => {
    const refused = (env: Record<string, string>): unknown => {
      try {
        return withSecretFiles(env);
      } catch (error) {
        return error;
      }
    };
    const absent = join(folder, 'absent');
    expect(refused({ REDIS_URL_FILE: absent })).toEqual(
      new SettingsError(`REDIS_URL_FILE names "${absent}", which cannot be read (ENOENT)`),
    );
    await writeFile(file, ' \n');
    expect(refused({ SMTP_URL_FILE: file })).toEqual(
      new SettingsError(`SMTP_URL_FILE names "${file}", which is empty`),
    );
    expect(refused({ REDIS_URL_FILE: file, REDIS_URL: 'redis://hunter2' })).toEqual(
      new SettingsError('REDIS_URL and REDIS_URL_FILE are both set: set one of them'),
    );
  });
});
