import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalOf } from '../../../../test/support/settings-refusal.js';
import { readSettings } from '../../../settings.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';

describe('a secret', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
    file = join(folder, 'secret');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read from the file that holds it, without the line break at its end', async () => {
    await writeFile(file, `${DATABASE_URL}\n`);
    const env = { DATABASE_URL_FILE: file, REDIS_URL_FILE: ' ', REDIS_URL: 'redis://a' };
    expect(readSettings(env)).toMatchObject({ databaseUrl: DATABASE_URL, redisUrl: 'redis://a' });
  });

  it.each([
    'ADMIN_API_TOKEN',
    'DATABASE_URL',
    'DATABASE_POOLED_URL',
    'DATABASE_READER_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
    'REDIS_URL',
    'SECRETS_KEY',
    'SECRETS_KEY_PREVIOUS',
    'SMTP_URL',
  ])('is read from %s_FILE, or the start is refused', async (name) => {
    await writeFile(file, ' \n');
    expect(refusalOf({ [`${name}_FILE`]: file })).toBe(
      `${name}_FILE names "${file}", which is empty`,
    );
  });

  it('is refused if its file cannot be read, or if it is set twice', () => {
    const absent = join(folder, 'absent');
    expect(refusalOf({ REDIS_URL_FILE: absent })).toBe(
      `REDIS_URL_FILE names "${absent}", which cannot be read (ENOENT)`,
    );
    expect(refusalOf({ REDIS_URL_FILE: absent, REDIS_URL: 'redis://hunter2' })).toBe(
      'REDIS_URL and REDIS_URL_FILE are both set: set one of them',
    );
  });

  it('is not quoted if its file has a wrong one', async () => {
    await writeFile(file, 'hunter2');
    expect(refusalOf({ REDIS_URL_FILE: file })).toContain('Invalid REDIS_URL (7 characters)');
  });
});
