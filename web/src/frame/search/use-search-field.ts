import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react';
import type { PanelHandle } from './search-panel';

/** State of the search field, and what keys do to it. */
interface SearchField {
  /** null: before its first use. */
  text: string | null;
  isOpen: boolean;
  /** Key of the suggestion that Enter opens. */
  activeKey: string | null;
  type: (text: string) => void;
  close: () => void;
  /** Empties the field, because a result is opened. */
  leave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onSubmit: (event: SyntheticEvent) => void;
}

/** Returns the state of the search field. */
export function useSearchField(
  field: RefObject<HTMLInputElement | null>,
  panel: RefObject<PanelHandle | null>,
  isOperator: boolean,
): SearchField {
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const navigate = useNavigate();

  const type = (typed: string): void => {
    setText(typed);
    setActiveKey(null);
    setIsOpen(true);
  };
  const close = (): void => {
    setIsOpen(false);
    setActiveKey(null);
  };
  const leave = (): void => {
    close();
    setText('');
    field.current?.blur();
  };
  const search = async (q: string): Promise<void> => {
    const hasOpened = (await panel.current?.open(q, activeKey)) ?? false;
    if (hasOpened) return;
    close();
    await navigate({ to: isOperator ? '/office/search' : '/orders', search: { q } });
  };
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const q = (text ?? '').trim();
    if (q !== '') void search(q);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || panel.current === null) return;
    event.preventDefault();
    setActiveKey(panel.current.neighborOf(activeKey, step));
  };
  return { text, isOpen, activeKey, type, close, leave, onKeyDown, onSubmit };
}
