import { column, type Column } from '../shared/lists/columns';
import { LastUse } from '../shared/terms/place';
import { TokenStatus } from '../shared/terms/token-status';
import { isLive } from './token-names';
import { RevokeToken } from './revoke-token';
import { RotateToken } from './rotate-token';
import { WalletAccess } from './wallet-access';
import type { IssuedToken, Token, TokenCalls } from './token-calls';

/** Makes the columns of tokens, with actions if `calls` are given. */
export function tokenColumns(
  calls: TokenCalls | null,
  onIssued: (token: IssuedToken) => void,
): Column<Token>[] {
  return [
    column.cell('Token', ({ last4, mode, permissions }) => (
      <>
        <code>…{last4}</code>
        {mode === 'test' && <span className="soft small"> test</span>}
        {permissions.length > 0 && <span className="soft small"> reads the wallet</span>}
      </>
    )),
    column.text('Domain', 'domain', { isWide: true }),
    column.cell('Status', (token) => <TokenStatus token={token} />),
    column.time('Created', 'created_at'),
    column.cell(
      'Last used',
      ({ last_used_at: at, last_used_from: from, last_used_country: country }) => (
        <LastUse at={at} from={from} country={country} />
      ),
    ),
    ...(calls === null ? [] : [actionsOf(calls, onIssued)]),
  ];
}

function actionsOf(calls: TokenCalls, onIssued: (token: IssuedToken) => void): Column<Token> {
  return {
    header: 'Actions',
    isWide: true,
    cell: (token) =>
      isLive(token) ? (
        <span className="actions">
          {!(calls.isTestOnly && token.mode === 'live') && (
            <RotateToken token={token} rotateToken={calls.rotate} onIssued={onIssued} />
          )}
          {calls.change && <WalletAccess token={token} changeToken={calls.change} />}
          <RevokeToken token={token} revokeToken={calls.revoke} />
        </span>
      ) : (
        '–'
      ),
  };
}
