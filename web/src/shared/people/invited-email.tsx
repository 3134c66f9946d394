import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

/** Renders the field for the address of a person who is invited. */
export function InvitedEmail(input: GetInputPropsReturnType) {
  return (
    <TextInput
      label="Email"
      description="Receives the invitation; its link works for 24 hours"
      type="email"
      required
      autoComplete="off"
      data-autofocus
      {...input}
    />
  );
}
