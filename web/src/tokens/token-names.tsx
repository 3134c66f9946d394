import type { Token } from './token-calls';

/** Returns true if a token has not ended. */
export function isLive({ revoked_at, expires_at }: Token): boolean {
  return revoked_at === null && (expires_at === null || new Date(expires_at) > new Date());
}

/** Picks the tokens that have not ended. */
export function liveTokens<T extends Token>(tokens: readonly T[] = []): T[] {
  return tokens.filter(isLive);
}

/** Renders tokens by domain and last characters, such as those that an action ends. */
export function TokenNames({ tokens }: { tokens: readonly Token[] }) {
  return (
    <ul>
      {tokens.map(({ id, domain, last4, mode }) => (
        <li key={id}>
          {domain} <code>…{last4}</code>
          {mode === 'test' && <span className="soft small"> test</span>}
        </li>
      ))}
    </ul>
  );
}
