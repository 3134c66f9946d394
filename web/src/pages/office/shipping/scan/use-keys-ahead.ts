import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** What ends a scan. */
const ENDS = ['Enter', 'Tab'];

/** Takes note of the answer to a scan: true if the next scan may follow it unread, false if a person has to look first. */
export type Answering = (answer: Promise<boolean>) => void;

export interface KeysAhead {
  answering: Answering;
  /** Keeps a key that comes before the answer to a scan. Returns whether it does. */
  keep: (event: KeyboardEvent) => boolean;
  /** What was scanned after a refused scan is left out, until a person does something that a scanner cannot do. */
  isLeftOut: boolean;
}

/**
 * Keeps the keys that come while a scan is answered, and types them once what it opens has the focus: scanners do not wait.
 * - after a refusal they are left out, because they would go to the refused order
 *
 * @param focusNext gives the focus to the field of the next scan
 */
export function useKeysAhead(focusNext: () => void): KeysAhead {
  const keys = useRef<string[]>([]);
  const asked = useRef(0);
  const answered = useRef(0);
  const [isLeftOut, setIsLeftOut] = useState(false);
  const [answers, setAnswers] = useState(0);
  const takeUp = (): void => setIsLeftOut(false);
  useWindowEvent('pointerdown', takeUp);
  const answering: Answering = (answer) => {
    asked.current += 1;
    void answer
      .catch(() => false)
      .then((mayFollow) => {
        // Shown together with what the answer itself changes on the page.
        setTimeout(() => {
          setIsLeftOut(!mayFollow && keys.current.length > 0);
          setAnswers((count) => count + 1);
        });
      });
  };
  const isPending = (): boolean => asked.current > answered.current;
  const typeKept = useEffectEvent(() => {
    answered.current = answers;
    if (isLeftOut) keys.current = [];
    while (!isPending() && keys.current.length > 0) {
      const end = keys.current.findIndex((key) => ENDS.includes(key));
      const text = keys.current.splice(0, end === -1 ? keys.current.length : end);
      if (!(document.activeElement instanceof HTMLInputElement)) focusNext();
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement)) return;
      type(field, text.join(''));
      const [key] = end === -1 ? [] : keys.current.splice(0, 1);
      if (key !== undefined) press(field, key);
    }
  });
  useEffect(() => typeKept(), [answers]);
  return {
    answering,
    isLeftOut,
    keep: ({ key, shiftKey, isTrusted }) => {
      const isScanned = key.length === 1 || (ENDS.includes(key) && !shiftKey);
      // The others are those that are typed here.
      if (!isTrusted) return false;
      if (!isScanned) takeUp();
      const keeps = isScanned && (isPending() || keys.current.length > 0);
      if (keeps) keys.current.push(key);
      if (key === 'Escape') keys.current = [];
      return keeps || (isScanned && isLeftOut);
    },
  };
}

function type(field: HTMLInputElement, text: string): void {
  if (text === '') return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function press(field: HTMLInputElement, key: string): void {
  const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (field.dispatchEvent(pressed) && key === 'Enter') field.form?.requestSubmit();
}
