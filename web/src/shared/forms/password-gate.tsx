import { problemOf } from '../../api/problem';
import { whenOpened } from '../overlays/when-opened';

/** The dialog with its form, loaded when the service requires the password. */
const PasswordDialog = whenOpened(async () => (await import('./password-dialog')).PasswordDialog);

interface PasswordGateProps<Variables> {
  /** The change that the service may refuse until the password is entered again. */
  mutation: {
    error: unknown;
    variables: Variables | undefined;
    mutate: (variables: Variables) => void;
    reset: () => void;
  };
}

/** Asks for the password when the service requires it, and then repeats the change. */
export function PasswordGate<Variables>({ mutation }: PasswordGateProps<Variables>) {
  return (
    <PasswordDialog
      opened={isPasswordRequired(mutation.error)}
      onClose={mutation.reset}
      onConfirmed={() => mutation.mutate(mutation.variables as Variables)}
    />
  );
}

/** Returns whether a change was refused because the password was entered too long ago. */
function isPasswordRequired(error: unknown): boolean {
  return error !== null && problemOf(error).code === 'password_required';
}
