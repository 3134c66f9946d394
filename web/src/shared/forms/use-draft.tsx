import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type ReactNode } from 'react';
import { MAY_BE_DONE, mayBeDone, problemOf } from '../../api/problem';
import { changedFields } from '../changed-fields';
import { Notice } from '../layout/notice';

/** Names of values that are never kept. */
const SECRET = /passw|totp|code|token|secret|ifsc|account|authorization|details/i;
/** A token of a store, in any field. */
const TOKEN = /wso_\w/;

interface Kept<Values> {
  values: Partial<Values> | null;
  /** The Idempotency-Key with which it may have been done. */
  sentWith: string | null;
}

export interface Draft {
  /** Offers what was typed before, and says whether it may have been sent. */
  offer: ReactNode;
  /** Sends the form, and notes the Idempotency-Key for as long as it may have been done. */
  sending: <T>(idempotencyKey: string, send: () => Promise<T>) => Promise<T>;
  forget: () => void;
}

/**
 * Keeps what is typed into a form for this tab, secrets and files left out, and offers it when the form is opened again. Fields
 * that the person left alone are not kept: a colleague may change them before.
 *
 * @param name of the form, on its page
 * @param onRepeat receives the Idempotency-Key of a form that is filled in and may have been done
 */
export function useDraft<Values extends object>(
  name: string,
  form: UseFormReturnType<Values>,
  isOpen: boolean,
  onRepeat?: (idempotencyKey: string) => void,
): Draft {
  const key = `draft:${location.pathname}:${name}`;
  const sentKey = `sent:${key}`;
  const [{ kept, wasOpen }, setOpening] = useState<{ kept: Kept<Values> | null; wasOpen: boolean }>(
    { kept: null, wasOpen: false },
  );
  // Read at each opening, before the form overwrites it.
  if (isOpen !== wasOpen) setOpening({ kept: isOpen ? read(key, sentKey) : null, wasOpen: isOpen });
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
      sessionStorage.removeItem(sentKey);
      drop();
    },
    sending: async (idempotencyKey, send) => {
      const earlier = sessionStorage.getItem(sentKey);
      sessionStorage.setItem(sentKey, idempotencyKey);
      try {
        return await send();
      } catch (error) {
        // A refusal leaves open what became of an earlier try, unless it says so.
        const { code } = problemOf(error);
        if (code === 'idempotency_mismatch') sessionStorage.removeItem(sentKey);
        else if (!mayBeDone(error)) keep(sentKey, earlier);
        throw error;
      }
    },
    offer: kept !== null && !isDirty && (
      <Notice
        tone="waiting"
        title={kept.sentWith === null ? 'You began this before, and did not send it.' : MAY_BE_DONE}
      >
        {kept.values !== null && (
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              form.setValues(kept.values ?? {});
              if (kept.sentWith !== null) onRepeat?.(kept.sentWith);
              drop();
            }}
          >
            Fill in what you typed
          </Button>
        )}
      </Notice>
    ),
  };
}

function withoutSecrets(name: string, value: unknown): unknown {
  const isToken = typeof value === 'string' && TOKEN.test(value);
  return isToken || SECRET.test(name) || value instanceof Blob ? undefined : value;
}

function keep(key: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
}

function read<Values>(key: string, sentKey: string): Kept<Values> | null {
  const typed = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Values>;
  const values = isEmpty(typed) ? null : typed;
  const sentWith = sessionStorage.getItem(sentKey);
  return values === null && sentWith === null ? null : { values, sentWith };
}

/** Returns true if there is nothing to fill in: no field, or only empty ones. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === '' || value === null;
}
