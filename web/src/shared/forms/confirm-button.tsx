import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOfflineSince } from '../../api/offline';
import { ConfirmDialog } from './confirm-dialog';
import { useKeyedMutation, type MoneyVariables } from './use-money-mutation';

interface ConfirmButtonProps extends Omit<ButtonProps, 'children'> {
  label: string;
  'aria-label'?: string;
  title: string;
  /** Label of the button that confirms: "Cancel order WO-…". */
  action?: string;
  /** Label of that button while the service works: "Canceling…". */
  busy: string;
  isDangerous?: boolean;
  /** Sends the action; one that moves money takes the key of this opening along. */
  send: (money: MoneyVariables) => Promise<unknown>;
  /** Consequences of the action. */
  children: ReactNode;
}

/** Renders a button, small and quiet, for an action that is confirmed in a dialog. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, action = label, busy, isDangerous, send, children, ...button } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const isOffline = useOfflineSince() !== null;
  const queryClient = useQueryClient();
  const act = useKeyedMutation<unknown, void>(
    {
      mutationFn: (_, money) => send(money),
      onSuccess: async () => {
        dialog.close();
        await queryClient.invalidateQueries();
      },
    },
    isOpen,
  );
  const open = (): void => {
    act.reset();
    dialog.open();
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        {...button}
        disabled={button.disabled === true || isOffline}
        onClick={open}
        data-dangerous={isDangerous === true || undefined}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={title}
        action={action}
        busy={busy}
        isBusy={act.isPending}
        isDangerous={isDangerous}
        error={act.error}
        onConfirm={() => act.mutate()}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
