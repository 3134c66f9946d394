import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icon';

const COPIED_MS = 2_000;

/** Renders a small icon next to an id that copies it. `what` completes "Copy …". */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const label = clipboard.copied ? `Copied ${what}` : `Copy ${what}`;
  return (
    <ActionIcon
      variant="subtle"
      size={24}
      aria-label={label}
      title={label}
      onClick={() => clipboard.copy(value)}
    >
      <Icon name={clipboard.copied ? 'check' : 'copy'} size={15} />
    </ActionIcon>
  );
}

/** Renders a button with a text that copies a secret. */
export function CopySecretButton({ value }: { value: string }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  return (
    <Button
      variant="default"
      leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />}
      onClick={() => clipboard.copy(value)}
    >
      {clipboard.copied ? 'Copied' : 'Copy'}
    </Button>
  );
}
