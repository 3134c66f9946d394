import type { Settings } from '../../platform/config/settings.js';
import { warning, type Finding } from './finding.js';

/** An address that belongs to no network (RFC 5737). A caller could pretend to have it. */
const FORGED_ADDRESS = '192.0.2.1';
const ANSWER_LIMIT_MS = 5_000;

interface SeenCaller {
  address: string;
  forwarded: string;
  /** The host that the proxy sent, if the pages do not have it; null: they do. */
  foreignHost: string | null;
}

/** Headers in which proxies name their caller, and from which some of them take it. */
const FORGED: Record<string, string> = {
  'X-Forwarded-For': FORGED_ADDRESS,
  Forwarded: `for=${FORGED_ADDRESS}`,
  'X-Real-IP': FORGED_ADDRESS,
  'X-Client-IP': FORGED_ADDRESS,
  'True-Client-IP': FORGED_ADDRESS,
  'CF-Connecting-IP': FORGED_ADDRESS,
};

/** Verifies through the public address that limits count each caller by its own address, also if it sends another in a header. */
export async function checkProxy({ publicUrl }: Settings): Promise<Finding | null> {
  if (publicUrl === null) {
    return warning('TRUST_PROXY is not verified, because PUBLIC_URL is not set', 'set it');
  }
  try {
    for (const [name, value] of Object.entries(FORGED)) {
      const { address } = await seenAt(publicUrl, { [name]: value });
      if (address === FORGED_ADDRESS) return evadedBy(name);
    }
    return findingOf(await seenAt(publicUrl, {}));
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return warning(
      `TRUST_PROXY is not verified, because ${publicUrl} does not answer as this service (${reason})`,
      'run doctor again where the service is reachable',
    );
  }
}

const PROXY = 'the address of the proxy alone';

function evadedBy(header: string): Finding {
  return warning(
    `limits by address can be evaded: a caller counts as the address that it sends in ${header}`,
    `let the proxy set X-Forwarded-For to the address of its connection, and set TRUST_PROXY to ${PROXY}`,
  );
}

function findingOf({ forwarded, foreignHost }: SeenCaller): Finding | null {
  if (foreignHost !== null) {
    return warning(
      `the proxy sends ${foreignHost} as the Host of requests to PUBLIC_URL, for which the pages answer 421 from 1.6.0 on`,
      'let the proxy pass on the Host that it received',
    );
  }
  if (forwarded === 'untrusted') {
    return warning(
      'TRUST_PROXY does not name the proxy, so all callers count as one address',
      `set TRUST_PROXY to ${PROXY}`,
    );
  }
  return forwarded === 'none'
    ? warning(
        'no proxy sends X-Forwarded-For, so callers behind one count as one address',
        'let the proxy set X-Forwarded-For to the address of its caller',
      )
    : null;
}

async function seenAt(publicUrl: string, headers: Record<string, string>): Promise<SeenCaller> {
  const response = await fetch(`${publicUrl}/health/address`, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const seen = (await response.json()) as Record<string, unknown>;
  const { address, forwarded, foreign_host: host } = seen;
  if (typeof address !== 'string' || typeof forwarded !== 'string') {
    throw new Error('another response');
  }
  return { address, forwarded, foreignHost: typeof host === 'string' ? host : null };
}
