import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { AddPasskeyResult, SignInResult } from './generated/dashboard-types';
import {
  addPasskeyMutation,
  confirmPasswordMutation,
  signInWithPasskeyMutation,
  startPasskeyMutation,
  startPasskeySignInMutation,
} from './generated/dashboard';
import { BrowserRefusal } from './problem';

/** Has the browser create a passkey, and stores it under a name. */
export async function createPasskey(name: string): Promise<AddPasskeyResult> {
  const { data } = await startPasskeyMutation().mutationFn();
  const optionsJSON = data.options as unknown as Parameters<
    typeof startRegistration
  >[0]['optionsJSON'];
  const credential = await asked(startRegistration({ optionsJSON }));
  return addPasskeyMutation().mutationFn({ body: { name, credential } });
}

/** Signs in with a passkey that the person chooses. */
export async function signInWithPasskey(): Promise<SignInResult> {
  return signInWithPasskeyMutation().mutationFn({ body: { credential: await signature() } });
}

/** Confirms the session with a passkey instead of the password. */
export async function confirmWithPasskey(): Promise<SignInResult> {
  return confirmPasswordMutation().mutationFn({ body: { credential: await signature() } });
}

async function signature(): Promise<Record<string, unknown>> {
  const { data } = await startPasskeySignInMutation().mutationFn();
  const optionsJSON = data.options as unknown as Parameters<
    typeof startAuthentication
  >[0]['optionsJSON'];
  return asked(startAuthentication({ optionsJSON }));
}

/** Waits for the browser's dialog, which the person can close. */
async function asked(answer: Promise<object>): Promise<Record<string, unknown>> {
  try {
    return (await answer) as Record<string, unknown>;
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new BrowserRefusal(
      isKnown
        ? 'This device has a passkey for your account already.'
        : 'No passkey was used. Try again, and choose one that your device offers.',
    );
  }
}
