import type { Settings } from '../../platform/config/settings.js';
import { isLocalHost, isLocalOrEncryptedDatabase } from './encrypted-urls.js';
import { refused, type Finding } from './finding.js';
import { estimatedBits } from './secret-strength.js';

/** Bits that a secret needs. Random hexadecimal of 32 characters, 128 bits, is estimated at 80 or more. */
const SECRET_BITS = 72;
/** A notice that is forged only makes the service ask the gateway. */
const NOTICE_SECRET_BITS = 32;

/** Refuses demo data, whose people need no second factor and whose passwords are in a file. */
export function checkDemoSetting({ demoData }: Settings): Finding | null {
  return demoData
    ? refused(
        'DEMO_DATA=true creates people whose passwords a file has in clear',
        'unset DEMO_DATA',
      )
    : null;
}

/** Refuses the gateway with which anyone pays orders without money. */
export function checkSandbox({ gateway }: Settings): Finding | null {
  return gateway?.kind === 'sandbox'
    ? refused(
        'GATEWAY=sandbox marks orders as paid without any money',
        'set GATEWAY=razorpay with its keys, or GATEWAY=none',
      )
    : null;
}

/** Refuses pages over plain HTTP, because the session cookie is then sent in clear. */
export function checkPublicUrl({ publicUrl }: Settings): Finding | null {
  if (publicUrl?.startsWith('https:') === true) return null;
  const state = publicUrl === null ? 'PUBLIC_URL is not set' : 'PUBLIC_URL is not https';
  return refused(
    `${state}, so browsers send session cookies in clear`,
    'set PUBLIC_URL to the https address of the pages, such as https://orders.example',
  );
}

/** Refuses mails in clear, which have links that reset passwords. */
export function checkMailServer({ mail }: Settings): Finding | null {
  const remedy = 'set SMTP_URL to a smtps:// URL, or to a smtp:// URL with ?requireTLS=true';
  if (mail === null) {
    return refused('SMTP_URL is not set, so links that reset passwords are in the log', remedy);
  }
  const { protocol, hostname, searchParams } = new URL(mail.smtpUrl);
  if (isLocalHost(hostname)) return null;
  const mustUpgrade = searchParams.get('requireTLS') === 'true' && !searchParams.has('ignoreTLS');
  const isEncrypted = protocol === 'smtps:' || mustUpgrade;
  if (!isEncrypted) {
    return refused('SMTP_URL may send mails and its password without TLS', remedy);
  }
  return searchParams.getAll('tls.rejectUnauthorized').includes('false')
    ? refused(
        'SMTP_URL accepts any certificate, so another server can read the mails',
        'remove tls.rejectUnauthorized=false from SMTP_URL',
      )
    : null;
}

/** Refuses connections to a database of another machine without TLS. */
export function checkDatabaseUrls(settings: Settings): Finding | null {
  const urls = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_POOLED_URL: settings.databasePooledUrl,
  };
  for (const [name, url] of Object.entries(urls)) {
    if (url === null || isLocalOrEncryptedDatabase(url)) continue;
    return refused(
      `${name} names another machine without TLS that verifies it`,
      `add sslmode=verify-full to ${name}`,
    );
  }
  return null;
}

/** Refuses connections to Redis on another machine without TLS. */
export function checkRedisUrl({ redisUrl }: Settings): Finding | null {
  if (redisUrl === null || redisUrl.startsWith('rediss:')) return null;
  return URL.canParse(redisUrl) && isLocalHost(new URL(redisUrl).hostname)
    ? null
    : refused('REDIS_URL names another machine without TLS', 'use a rediss:// URL');
}

/** Refuses secrets that can be guessed. */
export function checkSecrets({ adminApiToken, gateway }: Settings): Finding | null {
  const notices = gateway?.kind === 'razorpay' ? gateway.webhookSecret : null;
  const weak = [
    adminApiToken !== null && estimatedBits(adminApiToken) < SECRET_BITS && 'ADMIN_API_TOKEN',
    notices !== null && estimatedBits(notices) < NOTICE_SECRET_BITS && 'RAZORPAY_WEBHOOK_SECRET',
  ].find((name) => name !== false);
  return weak === undefined
    ? null
    : refused(`${weak} can be guessed`, 'replace it by the output of openssl rand -hex 32');
}
