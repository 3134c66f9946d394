import { refusalOf } from '../../../test/support/settings-refusal.js';
import { readSettings } from '../../settings.js';

const MODES = 'one of disable, allow, prefer, require, verify-ca, verify-full, no-verify';
const MAIL =
  'no other parameters than requireTLS, ignoreTLS, tls.rejectUnauthorized, tls.servername, tls.minVersion, name';

describe('the parameters of a URL', () => {
  it.each([
    ['DATABASE_URL', 'postgres://hunter2@db/o?sslmode=requrie', 'sslmode', MODES],
    ['DATABASE_URL', 'postgres://hunter2@db/o?sslmode=Require', 'sslmode', MODES],
    ['DATABASE_URL', 'postgres://hunter2@db/o?sslmode=', 'sslmode', MODES],
    ['DATABASE_URL', 'postgres://hunter2@a,b/o?sslmode=disable&sslmode=none', 'sslmode', MODES],
    ['DATABASE_URL', 'postgres://hunter2@db/o?ssl=no-verify', 'ssl', 'one of true, 1, 0'],
    [
      'DATABASE_URL',
      'postgres://hunter2@db/o?sslMode=require',
      'sslMode',
      /^no other .* sslmode, /,
    ],
    [
      'DATABASE_URL',
      'postgres://hunter2@db/o?statement_timeout=0',
      'statement_timeout',
      /^no other/,
    ],
    [
      'SMTP_URL',
      'smtps://hunter2@mail?tls.checkServerIdentity=false',
      'tls.checkServerIdentity',
      MAIL,
    ],
    ['SMTP_URL', 'smtps://hunter2@mail?secure=false', 'secure', MAIL],
    ['SMTP_URL', 'smtp://hunter2@mail?requiretls=true', 'requiretls', MAIL],
    ['SMTP_URL', 'smtp://hunter2@mail?__proto__.x=1', '__proto__.x', MAIL],
    [
      'SMTP_URL',
      'smtp://mail?tls.rejectUnauthorized=0',
      'tls.rejectUnauthorized',
      'one of true, false',
    ],
    ['SMTP_URL', 'smtp://mail?requireTLS=yes', 'requireTLS', 'one of true, false'],
    ['SMTP_URL', 'smtp://mail?tls.servername=', 'tls.servername', 'a host name'],
    [
      'REDIS_URL',
      'redis://hunter2@redis?enableOfflineQueue=true',
      'enableOfflineQueue',
      'no other parameters than db, family',
    ],
    ['REDIS_URL', 'redis://redis?db=one', 'db', 'a number'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://collector?key=hunter2',
      'key',
      'a URL without parameters',
    ],
  ] as [string, string, string, string | RegExp][])(
    'refuses a parameter of %s=%j without quoting its value',
    (name, value, parameter, expected) => {
      const env = { [name]: value, ...(name === 'SMTP_URL' && { MAIL_FROM: 'a@b.example' }) };
      const start = `Invalid ${name} parameter ${parameter}: expected `;
      const line = refusalOf(env);
      expect([line.slice(0, start.length), line.slice(start.length)]).toEqual([
        start,
        expect.stringMatching(expected),
      ]);
      expect(line).not.toContain('hunter2');
    },
  );

  it('does not quote the rest of a password as the name of a parameter', () => {
    expect(refusalOf({ SMTP_URL: 'smtp://me:12?hunter2&x@mail' })).toMatch(
      /^Invalid SMTP_URL \(27 characters\): expected no other parameters than /,
    );
  });

  it('accepts the parameters that clients of these URLs and of libpq share', () => {
    const env = {
      DATABASE_URL:
        'postgres://u@a,b/o?sslmode=require&channel_binding=require&connect_timeout=10&application_name=x&sslrootcert=/a',
      SMTP_URL: 'smtp://mail?requireTLS=true&tls.servername=mail.example&name=shop.example',
      MAIL_FROM: 'orders@shop.example',
      REDIS_URL: 'rediss://redis/1?family=6',
    };
    expect(readSettings(env)).toMatchObject({
      databaseUrl: env.DATABASE_URL,
      mail: { smtpUrl: env.SMTP_URL },
      redisUrl: env.REDIS_URL,
    });
  });
});
