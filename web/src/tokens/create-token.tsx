import { TextInput } from '@mantine/core';
import { CheckField } from '../shared/forms/check-field';
import { FormButton } from '../shared/forms/form-button';
import type { IssuedToken, TokenCalls } from './token-calls';

interface CreateTokenProps {
  createToken: TokenCalls['create'];
  onIssued: (token: IssuedToken) => void;
  /** Filled for the primary action of a page, which has only one. */
  variant?: 'filled' | 'default';
}

/** Creates a token for a domain. */
export function CreateToken({ createToken, onIssued, variant = 'filled' }: CreateTokenProps) {
  return (
    <FormButton
      variant={variant}
      size={variant === 'default' ? 'compact-sm' : undefined}
      label="Create token"
      action="Create token"
      initialValues={{ domain: '', isTest: false }}
      send={({ domain, isTest }) => createToken({ domain, mode: isTest ? 'test' : 'live' })}
      onSaved={({ data }) => onIssued(data)}
    >
      {({ getInputProps }) => (
        <>
          <TextInput
            label="Domain"
            description="Your store’s domain, such as shop.example. The token works for this domain only"
            required
            autoComplete="off"
            data-autofocus
            {...getInputProps('domain')}
          />
          <CheckField
            label="Test token"
            description="Its orders reserve no stock and cost nothing"
            {...getInputProps('isTest', { type: 'checkbox' })}
          />
        </>
      )}
    </FormButton>
  );
}
