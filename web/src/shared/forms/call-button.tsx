import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOfflineSince } from '../../api/offline';

interface CallButtonProps {
  label: string;
  'aria-label': string;
  send: () => Promise<unknown>;
}

/** Renders a button of a row that calls the service at once, without a question. */
export function CallButton({ label, send, ...button }: CallButtonProps) {
  const queryClient = useQueryClient();
  const isOffline = useOfflineSince() !== null;
  const call = useMutation({ mutationFn: send, onSettled: () => queryClient.invalidateQueries() });
  return (
    <Button
      variant="default"
      size="compact-sm"
      {...button}
      disabled={call.isPending || isOffline}
      onClick={() => call.mutate()}
    >
      {label}
    </Button>
  );
}
