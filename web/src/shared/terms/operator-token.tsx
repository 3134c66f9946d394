import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Column } from '../lists/data-table';
import { ConfirmDialog } from '../forms/confirm-dialog';
import { Status } from '../status';
import { RelativeTime } from '../time';

/** An admin token of an operator, as every list of them shows it. */
export interface OperatorToken {
  id: number;
  name: string;
  last4: string;
  permissions: string[];
  expires_at: string;
  last_used_at: string | null;
  last_used_from: string | null;
}

/** Columns of all lists of admin tokens. */
export const OPERATOR_TOKEN_COLUMNS: readonly Column<OperatorToken>[] = [
  {
    header: 'Token',
    cell: ({ name, last4 }) => (
      <>
        {name} <code className="soft">…{last4}</code>
      </>
    ),
  },
  { header: 'Permissions', isWide: true, cell: ({ permissions }) => permissions.join(', ') },
  {
    header: 'Last used',
    cell: ({ last_used_at: at, last_used_from: from }) =>
      at === null ? (
        'Never'
      ) : (
        <>
          <RelativeTime at={at} />
          {from !== null && <span className="soft small"> from {from}</span>}
        </>
      ),
  },
  {
    header: 'Expires',
    cell: ({ expires_at: at }) =>
      Date.parse(at) <= Date.now() ? (
        <Status tone="calm">Expired</Status>
      ) : (
        <RelativeTime at={at} />
      ),
  },
];

interface RevokeOperatorTokenProps {
  token: OperatorToken;
  revoke: { isPending: boolean; error: unknown; mutate: (call: { path: { id: number } }) => void };
}

/** Asks before an admin token is revoked. */
export function RevokeOperatorToken({ token, revoke }: RevokeOperatorTokenProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const { id, name, last4 } = token;
  return (
    <>
      <Button
        variant="default"
        color="red"
        size="compact-sm"
        aria-label={`Revoke token ${name} …${last4}`}
        onClick={dialog.open}
      >
        Revoke
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Revoke token ${name} …${last4}?`}
        action="Revoke token"
        busy="Revoking…"
        isBusy={revoke.isPending}
        isDangerous
        error={revoke.error}
        onConfirm={() => revoke.mutate({ path: { id } })}
      >
        <p>Every request with this token is refused from now on.</p>
      </ConfirmDialog>
    </>
  );
}
