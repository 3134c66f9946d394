import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FocusEvent } from 'react';
import type { SignInResult } from '../api/generated/dashboard-types';
import { getSessionOptions } from '../api/generated/dashboard';
import { useSession } from '../frame/session';
import { Modal } from '../shared/overlays/overlays';
import { endWaiting } from './kept-session';
import { SignInForm } from './sign-in-form';
import { giveTabTo } from './tab-memory';

/** Above the dialogs of the page. */
const ABOVE_DIALOGS = 500;

/**
 * Renders the sign-in form over the page whose session has ended. Its calls go on once the same person has signed in:
 * - another person begins on a fresh page, and sends nothing of what the first one typed
 */
export function SignInAgain() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [other, setOther] = useState<string | null>(null);
  const goOn = (answer: SignInResult): void => {
    const { id, name } = answer.data.user;
    if (id !== user.id) {
      giveTabTo(id);
      setOther(name);
      return;
    }
    queryClient.setQueryData(getSessionOptions().queryKey, answer);
    endWaiting(true);
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={other === null ? 'Sign in again' : `You are signed in as ${other}`}
      zIndex={ABOVE_DIALOGS}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onFocusCapture={keepEscape}
    >
      {other === null ? (
        <>
          <p>Your session has ended. Sign in to go on: what you typed on this page is kept.</p>
          <SignInForm email={user.email} onSignedIn={goOn} />
          <Button variant="subtle" fullWidth onClick={() => endWaiting(false)}>
            Leave this page
          </Button>
        </>
      ) : (
        <>
          <p>{`What ${user.name} had typed on this page was not sent, and is gone.`}</p>
          <Button fullWidth data-autofocus onClick={() => location.assign('/dashboard/')}>
            Continue
          </Button>
        </>
      )}
    </Modal>
  );
}

/** Marks a field so that Escape there closes no dialog below, as Mantine's own fields do. */
function keepEscape({ target }: FocusEvent): void {
  target.setAttribute('data-mantine-stop-propagation', 'true');
}
