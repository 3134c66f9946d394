import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { confirmPasswordMutation } from '../../api/generated/dashboard';
import { HAS_PASSKEYS, loadPasskeys } from '../../api/load-passkeys';
import { useSession } from '../../frame/session';
import { FormDialog } from './form-dialog';

/** Above the dialog of the change, also one that a later page brought. */
const ABOVE_DIALOGS = 400;

interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called when the password was right; it counts for five minutes. */
  onConfirmed: () => void;
}

/** Renders a dialog that asks for the password again, or for a passkey instead. */
export function PasswordDialog({ opened, onClose, onConfirmed }: PasswordDialogProps) {
  const { totp } = useSession();
  const form = useForm({ initialValues: { password: '', totp: '' } });
  const onSuccess = (): void => {
    form.reset();
    onConfirmed();
  };
  const confirm = useMutation({ ...confirmPasswordMutation(), onSuccess });
  const passkey = useMutation({
    mutationFn: async () => (await loadPasskeys()).confirmWithPasskey(),
    onSuccess,
  });
  return (
    <FormDialog
      fields={form}
      opened={opened}
      onClose={() => {
        form.reset();
        confirm.reset();
        passkey.reset();
        onClose();
      }}
      title="Enter your password again"
      zIndex={ABOVE_DIALOGS}
      action="Confirm"
      isBusy={confirm.isPending || passkey.isPending}
      error={confirm.error ?? passkey.error}
      onSubmit={form.onSubmit(({ password, totp: code }) => {
        passkey.reset();
        confirm.mutate({ body: { password, ...(code !== '' && { totp: code }) } });
      })}
    >
      <p className="soft">This change needs it. It counts for five minutes.</p>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus
        {...form.getInputProps('password')}
      />
      {(totp.enabled || totp.by_passkey) && (
        <TextInput
          label={totp.enabled ? 'One-time code' : 'Recovery code'}
          description={totp.enabled ? 'Six digits from your authenticator app' : undefined}
          autoComplete="one-time-code"
          {...form.getInputProps('totp')}
        />
      )}
      {HAS_PASSKEYS && (
        <Button
          variant="subtle"
          onClick={() => {
            confirm.reset();
            passkey.mutate();
          }}
        >
          Use a passkey instead
        </Button>
      )}
    </FormDialog>
  );
}
