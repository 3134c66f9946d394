import { noticeSecretOf } from '../../money/gateway/gateways.js';
import type { Settings } from '../../platform/config/settings.js';
import { isLocalHost, isLocalOrEncryptedDatabase } from './encrypted-urls.js';
import { refused, warning, type Finding } from './finding.js';
import { estimatedBits, looksLikeWords } from './secret-strength.js';

/** Bits that a secret needs. Random hexadecimal of 32 characters, 128 bits, is estimated at 80 or more. */
const SECRET_BITS = 72;
/** Low, because a forged notice only makes the service ask the gateway. */
const NOTICE_SECRET_BITS = 32;
/** A browser opens six. */
const CONNECTIONS_MIN = 16;

/** Refuses demo data, whose people need no second factor and whose passwords are in a file. */
export function checkDemoSetting({ demoData }: Settings): Finding | null {
  return demoData
    ? refused(
        'DEMO_DATA=true creates people whose passwords a file has in clear',
        'unset DEMO_DATA',
      )
    : null;
}

/** Refuses a gateway where anyone can pay orders without money. */
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

/** Refuses mails in clear text, because they contain links that reset passwords. */
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
    DATABASE_READER_URL: settings.databaseReaderUrl,
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

/** Refuses Node.js' switch that makes every connection accept any certificate. */
export function checkTls({ verifiesTls }: Settings): Finding | null {
  return verifiesTls
    ? null
    : refused(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any certificate, so another server can read what the service sends',
        'unset it, and name the certificate of your own authority in NODE_EXTRA_CA_CERTS',
      );
}

/** Warns if the port of stores and clients also serves what only operators use. */
export function checkOperationsPort({ operationsPort }: Settings): Finding | null {
  return operationsPort === null
    ? warning(
        '/admin and /docs/admin are on the public port',
        'set OPERATIONS_PORT and OPERATIONS_URL, or let the proxy hide these paths',
      )
    : null;
}

/** Warns if callers may reach the ports past a proxy on this machine. */
export function checkListenAddress({ listenAddress, trustedProxies }: Settings): Finding | null {
  const isProxied = trustedProxies.length > 0;
  const isOnThisMachine = trustedProxies.every(({ address }) => isLocalHost(address));
  return isProxied && isOnThisMachine && listenAddress === null
    ? warning(
        'callers may reach the ports past the proxy, without its TLS and limits',
        'set LISTEN_ADDRESS to 127.0.0.1, where the proxy calls the service',
      )
    : null;
}

/** Warns if a limit of connections leaves no room for a browser and a store's pool. */
export function checkConnections({ maxConnectionsPerAddress: most }: Settings): Finding | null {
  return most > 0 && most < CONNECTIONS_MIN
    ? warning(
        `MAX_CONNECTIONS_PER_ADDRESS=${most} refuses a browser, or a store with a pool of connections`,
        `set it to ${CONNECTIONS_MIN} or more; behind a proxy, to the connections of the proxy`,
      )
    : null;
}

/** Refuses secrets that can be guessed, and a database without the key for its secrets. */
export function checkSecrets(settings: Settings): Finding | null {
  const { adminApiToken, databaseUrl, gateway, metricsToken, secretsKey } = settings;
  if (databaseUrl !== null && secretsKey === null) {
    return refused(
      'SECRETS_KEY is not set, so one-time codes cannot be set up',
      'set it to the output of openssl rand -base64 32, the same for every instance',
    );
  }
  const notices = gateway && noticeSecretOf(gateway);
  const weak = [
    adminApiToken !== null && estimatedBits(adminApiToken) < SECRET_BITS && 'ADMIN_API_TOKEN',
    metricsToken !== null && estimatedBits(metricsToken) < SECRET_BITS && 'METRICS_TOKEN',
    notices !== null && estimatedBits(gateway!.keys[notices]!) < NOTICE_SECRET_BITS && notices,
  ].find((name) => name !== false);
  const remedy = 'replace it by the output of openssl rand -hex 32';
  if (weak !== undefined) return refused(`${weak} can be guessed`, remedy);
  return adminApiToken !== null && looksLikeWords(adminApiToken)
    ? refused('ADMIN_API_TOKEN is made of words', remedy)
    : null;
}
