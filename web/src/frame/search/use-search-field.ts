import { useNavigate } from '@tanstack/react-router';
import {
  useRef,
  useState,
  type KeyboardEvent,
  type RefCallback,
  type RefObject,
  type SyntheticEvent,
} from 'react';
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
  /** Ref of the panel, whose code arrives after the first key. */
  attachPanel: RefCallback<PanelHandle>;
  onKeyDown: (event: KeyboardEvent) => void;
  onSubmit: (event: SyntheticEvent) => void;
}

/** Keeps the state of the search field. */
export function useSearchField(
  field: RefObject<HTMLInputElement | null>,
  isOperator: boolean,
): SearchField {
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const panel = useRef<PanelHandle>(null);
  /** Text of an Enter that came before the panel. */
  const submitted = useRef<string>(null);
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
  const search = async (q: string, { open }: PanelHandle): Promise<void> => {
    if (await open(q, activeKey)) return;
    close();
    await navigate({ to: isOperator ? '/office/search' : '/orders', search: { q } });
  };
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const q = (text ?? '').trim();
    if (q === '') return;
    if (panel.current === null) submitted.current = q;
    else void search(q, panel.current);
  };
  const attachPanel = (handle: PanelHandle | null): void => {
    panel.current = handle;
    const q = submitted.current;
    if (handle === null || q === null) return;
    submitted.current = null;
    void search(q, handle);
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
  return { text, isOpen, activeKey, type, close, leave, attachPanel, onKeyDown, onSubmit };
}
