import type { Failure } from '../requests/failure-columns';
import type { Column } from '../shared/lists/columns';
import { RotateToken } from './rotate-token';
import type { IssuedToken, TokenCalls } from './token-calls';

/** Makes the column that moves a token to the domain that a refused request named. */
export function moveTokenColumn(
  rotateToken: TokenCalls['rotate'],
  onIssued: (token: IssuedToken) => void,
): Column<Failure> {
  return {
    header: 'Actions',
    isWide: true,
    cell: ({ token_id: id, domain }) =>
      id === null || domain === null || domain.sent === null ? null : (
        <RotateToken
          token={{ id, domain: domain.registered, last4: domain.token_last4 }}
          moveTo={domain.sent}
          rotateToken={rotateToken}
          onIssued={onIssued}
        />
      ),
  };
}
