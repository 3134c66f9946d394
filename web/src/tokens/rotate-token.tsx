import { NativeSelect, TextInput } from '@mantine/core';
import { FormButton } from '../shared/forms/form-button';
import type { IssuedToken, Token, TokenCalls } from './token-calls';

const OVERLAPS = [
  { value: '0', label: 'Immediately: the token has leaked' },
  { value: '3600', label: 'In one hour' },
  { value: '86400', label: 'In one day' },
  { value: '604800', label: 'In one week' },
];

interface RotateTokenProps {
  token: Pick<Token, 'id' | 'domain' | 'last4'>;
  /** Domain to which the token is to be moved; default: its own. */
  moveTo?: string;
  rotateToken: TokenCalls['rotate'];
  onIssued: (token: IssuedToken) => void;
}

/** Replaces a token. The old one keeps working for a while, also if the domain changes. */
export function RotateToken({ token, moveTo, rotateToken, onIssued }: RotateTokenProps) {
  const [label, title] =
    moveTo === undefined
      ? ['Rotate', `Rotate token …${token.last4}`]
      : ['Move the token', `Move token …${token.last4} to ${moveTo}`];
  return (
    <FormButton
      label={label}
      aria-label={title}
      title={title}
      action={moveTo === undefined ? 'Rotate token' : 'Make the new token'}
      initialValues={{ domain: moveTo ?? token.domain, overlap: '86400' }}
      send={({ domain, overlap }) =>
        rotateToken({ path: { id: token.id }, body: { domain, overlap_seconds: Number(overlap) } })
      }
      onSaved={({ data }) => onIssued(data)}
    >
      {({ getInputProps }) => (
        <>
          <TextInput
            label="Domain of the new token"
            required
            autoComplete="off"
            {...getInputProps('domain')}
          />
          <NativeSelect
            label="The old token ends"
            data={OVERLAPS}
            data-autofocus
            {...getInputProps('overlap')}
          />
        </>
      )}
    </FormButton>
  );
}
