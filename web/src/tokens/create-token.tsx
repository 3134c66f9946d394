import { TextInput } from '@mantine/core';
import { CheckField } from '../shared/forms/check-field';
import { FormButton } from '../shared/forms/form-button';
import type { IssuedToken, TokenCalls } from './token-calls';

interface CreateTokenProps {
  createToken: TokenCalls['create'];
  onIssued: (token: IssuedToken) => void;
  /** True if an owner of the client makes its live tokens. */
  isTestOnly?: boolean;
  /** Filled for the primary action of a page, which has only one. */
  variant?: 'filled' | 'default';
}

/** Creates a token for a domain. */
export function CreateToken({
  createToken,
  onIssued,
  isTestOnly = false,
  variant = 'filled',
}: CreateTokenProps) {
  return (
    <FormButton
      variant={variant}
      size={variant === 'default' ? 'compact-sm' : undefined}
      label={isTestOnly ? 'Create test token' : 'Create token'}
      action="Create token"
      initialValues={{ domain: '', isTest: false }}
      send={({ domain, isTest }) =>
        createToken({ domain, mode: isTest || isTestOnly ? 'test' : 'live' })
      }
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
          {!isTestOnly && (
            <CheckField
              label="Test token"
              description="Its orders reserve no stock and cost nothing"
              {...getInputProps('isTest', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormButton>
  );
}
