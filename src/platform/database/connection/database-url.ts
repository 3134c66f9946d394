/** Values of target_session_attrs that a URL may have. The service needs sessions that can write. */
const WRITABLE_SESSIONS = ['any', 'read-write', 'primary', 'prefer-primary'];
const SESSION_ATTRIBUTE = 'target_session_attrs';

/**
 * Lists the URLs of the single servers of a URL such as `postgres://user@a,b:5433,[::1]/db`, in the form that pg takes. Leaves
 * out `target_session_attrs`, because the service looks for the primary in any case.
 */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const parameters = withoutSessionAttribute(rest);
  return hosts.split(',').map((host) => `${start}${host}${parameters}`);
}

/** Reads the password of a URL; undefined: it has none. */
export function passwordOf(url: string): string | undefined {
  const [, password] = /^postgres(?:ql)?:\/\/[^/?#:]*:([^/?#]*)@/.exec(url) ?? [];
  return password && decodeURIComponent(password);
}

/** Returns true if pg can connect to each server of a URL, and a session there may write. */
export function isDatabaseUrl(value: string): boolean {
  return (
    /^postgres(ql)?:\/\/\S+$/.test(value) &&
    serverUrls(value).every((url, _, { length }) => isServerUrl(url, length > 1)) &&
    WRITABLE_SESSIONS.includes(sessionAttribute(value) ?? 'any')
  );
}

/** Reads the host and port of the server in a URL. */
export function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return {
    host: decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1')),
    port: Number(port || 5432),
  };
}

/** Returns true if a text is the URL of one server. A URL with a socket's folder in `?host=` has no host before the path. */
function isServerUrl(url: string, needsHost: boolean): boolean {
  const withHost = needsHost ? url : url.replace('@/', '@localhost/');
  if (!URL.canParse(withHost) || !isDecodable(url)) return false;
  const { hostname, searchParams } = new URL(withHost);
  return !needsHost || (hostname !== '' && !searchParams.has('host') && !searchParams.has('port'));
}

function sessionAttribute(url: string): string | null {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  return new URLSearchParams(query).get(SESSION_ATTRIBUTE);
}

function withoutSessionAttribute(rest: string): string {
  return rest.replace(
    /([?&])target_session_attrs=[^&#]*(&|$)/,
    (_, before: string, after: string) => (after === '&' ? before : ''),
  );
}

/** Returns true if every percent sign of a text begins an encoded byte. */
export function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
