import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../shared/forms/form-dialog';
import { showFieldProblems } from '../shared/forms/form-problem';
import { PasswordGate } from '../shared/forms/password-gate';
import type { IssuedToken, Token, TokenCalls } from './token-calls';

const OVERLAPS = [
  { value: '0', label: 'Immediately: the token has leaked' },
  { value: '3600', label: 'In one hour' },
  { value: '86400', label: 'In one day' },
  { value: '604800', label: 'In one week' },
];

interface RotateTokenProps {
  token: Token;
  rotateToken: TokenCalls['rotate'];
  onIssued: (token: IssuedToken) => void;
}

/** Replaces a token. The old one keeps working for a while, also if the domain changes. */
export function RotateToken({ token, rotateToken, onIssued }: RotateTokenProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { domain: token.domain, overlap: '86400' },
  });
  const rotate = useMutation({
    mutationFn: rotateToken,
    onSuccess: async ({ data }) => {
      dialog.close();
      onIssued(data);
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Rotate token …${token.last4}`}
        onClick={dialog.open}
      >
        Rotate
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Rotate token …${token.last4}`}
        action="Rotate token"
        isBusy={rotate.isPending}
        error={rotate.error}
        onSubmit={form.onSubmit(({ domain, overlap }) =>
          rotate.mutate({
            path: { id: token.id },
            body: { domain, overlap_seconds: Number(overlap) },
          }),
        )}
      >
        <TextInput
          label="Domain of the new token"
          required
          autoComplete="off"
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
        <NativeSelect
          label="The old token ends"
          data={OVERLAPS}
          data-autofocus
          key={form.key('overlap')}
          {...form.getInputProps('overlap')}
        />
      </FormDialog>
      <PasswordGate mutation={rotate} />
    </>
  );
}
