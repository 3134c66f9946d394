import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../shared/forms/confirm-dialog';
import { RelativeTime } from '../shared/time';
import type { Token, TokenCalls } from './token-calls';

interface RevokeTokenProps {
  token: Token;
  revokeToken: TokenCalls['revoke'];
}

/** Revokes a token immediately. */
export function RevokeToken({ token, revokeToken }: RevokeTokenProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeToken,
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
  });
  const { id, last4, domain, last_used_at, last_used_from } = token;
  return (
    <>
      <Button
        variant="default"
        color="red"
        size="compact-sm"
        aria-label={`Revoke token …${last4}`}
        onClick={dialog.open}
      >
        Revoke
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Revoke token …${last4}?`}
        action="Revoke token"
        busy="Revoking…"
        isBusy={revoke.isPending}
        isDangerous
        error={revoke.error}
        onConfirm={() => revoke.mutate({ path: { id } })}
      >
        <p>
          Every request of {domain} with this token is refused from now on.{' '}
          {last_used_at === null ? (
            'It was never used.'
          ) : (
            <>
              It was last used <RelativeTime at={last_used_at} />
              {last_used_from !== null && ` from ${last_used_from}`}.
            </>
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
