import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type ReactNode } from 'react';
import { changedFields } from '../changed-fields';
import { Notice } from '../layout/notice';

/** Names of values that are never kept. */
const SECRET = /passw|totp|code|token|secret|ifsc|account|authorization|details/i;
/** A token of a store, in any field. */
const TOKEN = /wso_\w/;

export interface Draft {
  /** Offers what was typed before and not sent. */
  offer: ReactNode;
  forget: () => void;
}

/**
 * Keeps what is typed into a form for this tab, secrets and files left out, and offers it when the form is opened again. Fields
 * that the person left alone are not kept: a colleague may change them before.
 *
 * @param name of the form, on its page
 */
export function useDraft<Values extends object>(
  name: string,
  form: UseFormReturnType<Values>,
  isOpen: boolean,
): Draft {
  const key = `draft:${location.pathname}:${name}`;
  const [{ kept, wasOpen }, setOpening] = useState<{
    kept: Partial<Values> | null;
    wasOpen: boolean;
  }>({ kept: null, wasOpen: false });
  // Read at each opening, before the form overwrites it.
  if (isOpen !== wasOpen) setOpening({ kept: isOpen ? read(key) : null, wasOpen: isOpen });
  const { values, getInitialValues } = form;
  const isDirty = isOpen && form.isDirty();
  useEffect(() => {
    if (!isDirty) return;
    const typed = changedFields(getInitialValues(), values);
    sessionStorage.setItem(key, JSON.stringify(typed, withoutSecrets));
  }, [isDirty, key, values, getInitialValues]);
  const drop = (): void => setOpening({ kept: null, wasOpen: isOpen });
  return {
    forget: () => {
      sessionStorage.removeItem(key);
      drop();
    },
    offer: kept !== null && !isDirty && (
      <Notice tone="waiting" title="You began this before, and did not send it.">
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            form.setValues(kept);
            drop();
          }}
        >
          Fill in what you typed
        </Button>
      </Notice>
    ),
  };
}

function withoutSecrets(name: string, value: unknown): unknown {
  const isToken = typeof value === 'string' && TOKEN.test(value);
  return isToken || SECRET.test(name) || value instanceof Blob ? undefined : value;
}

function read<Values>(key: string): Partial<Values> | null {
  const stored = sessionStorage.getItem(key);
  if (stored === null) return null;
  const values = JSON.parse(stored) as Partial<Values>;
  return isEmpty(values) ? null : values;
}

/** Tells whether there is nothing to fill in: no field, or only empty ones. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === '' || value === null;
}
