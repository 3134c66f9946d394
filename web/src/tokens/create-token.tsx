import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CheckField } from '../shared/forms/check-field';
import { FormDialog } from '../shared/forms/form-dialog';
import { showFieldProblems } from '../shared/forms/form-problem';
import { PasswordGate } from '../shared/forms/password-gate';
import type { IssuedToken, TokenCalls } from './token-calls';

interface CreateTokenProps {
  createToken: TokenCalls['create'];
  onIssued: (token: IssuedToken) => void;
  /** Filled for the primary action of a page, which has only one. */
  variant?: 'filled' | 'default';
}

/** Creates a token for a domain. */
export function CreateToken({ createToken, onIssued, variant = 'filled' }: CreateTokenProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { domain: '', isTest: false } });
  const create = useMutation({
    mutationFn: createToken,
    onSuccess: async ({ data }) => {
      dialog.close();
      form.reset();
      onIssued(data);
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button
        variant={variant}
        size={variant === 'default' ? 'compact-sm' : undefined}
        onClick={dialog.open}
      >
        Create token
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Create token"
        action="Create token"
        isBusy={create.isPending}
        error={create.error}
        onSubmit={form.onSubmit(({ domain, isTest }) =>
          create.mutate({ domain, mode: isTest ? 'test' : 'live' }),
        )}
      >
        <TextInput
          label="Domain"
          description="Your store’s domain, such as shop.example. The token works for this domain only"
          required
          autoComplete="off"
          data-autofocus
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
        <CheckField
          label="Test token"
          description="Its orders reserve no stock and cost nothing"
          key={form.key('isTest')}
          {...form.getInputProps('isTest', { type: 'checkbox' })}
        />
      </FormDialog>
      <PasswordGate mutation={create} />
    </>
  );
}
