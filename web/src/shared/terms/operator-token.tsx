import { column, type Column } from '../lists/columns';
import { ConfirmButton } from '../forms/confirm-button';
import { Status } from '../status';
import { RelativeTime } from '../time';
import { LastUse } from './place';

/** An operator token, as every list of them shows it. */
export interface OperatorToken {
  id: number;
  name: string;
  last4: string;
  permissions: string[];
  expires_at: string;
  last_used_at: string | null;
  last_used_from: string | null;
  last_used_country: string | null;
}

/** Columns of all lists of operator tokens. */
export const OPERATOR_TOKEN_COLUMNS: readonly Column<OperatorToken>[] = [
  column.cell('Token', ({ name, last4 }) => (
    <>
      {name} <code className="soft">…{last4}</code>
    </>
  )),
  column.wide('Permissions', ({ permissions }) => permissions.join(', ')),
  column.cell(
    'Last used',
    ({ last_used_at: at, last_used_from: from, last_used_country: country }) => (
      <LastUse at={at} from={from} country={country} />
    ),
  ),
  column.cell('Expires', ({ expires_at: at }) =>
    Date.parse(at) <= Date.now() ? <Status tone="calm">Expired</Status> : <RelativeTime at={at} />,
  ),
];

interface RevokeOperatorTokenProps {
  token: OperatorToken;
  revoke: (call: { path: { id: number } }) => Promise<unknown>;
}

/** Asks before an operator token is revoked. */
export function RevokeOperatorToken({ token, revoke }: RevokeOperatorTokenProps) {
  const { id, name, last4 } = token;
  return (
    <ConfirmButton
      color="red"
      label="Revoke"
      aria-label={`Revoke token ${name} …${last4}`}
      title={`Revoke token ${name} …${last4}?`}
      action="Revoke token"
      busy="Revoking…"
      isDangerous
      send={() => revoke({ path: { id } })}
    >
      <p>Every request with this token is refused from now on.</p>
    </ConfirmButton>
  );
}
