import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog';

interface RemovePersonProps {
  name: string;
  remove: () => Promise<unknown>;
  /** Consequences of the removal. */
  children: ReactNode;
}

/** Removes a person's access. */
export function RemovePerson({ name, remove, children }: RemovePersonProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <Button
        variant="default"
        color="red"
        size="compact-sm"
        aria-label={`Remove ${name}`}
        onClick={dialog.open}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Remove ${name}?`}
        action="Remove person"
        busy="Removing…"
        isBusy={removal.isPending}
        isDangerous
        error={removal.error}
        onConfirm={() => removal.mutate()}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </>
  );
}
