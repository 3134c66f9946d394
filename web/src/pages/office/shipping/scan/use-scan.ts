import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { readScanOptions } from '../../../../api/generated/admin';
import type { ScanDto } from '../../../../api/generated/admin-types';
import { focusWhole } from '../key-fields';
import { playLowTone, useToneSwitch } from './scan-tone';

interface Scanning {
  /** The field that is scanned into. */
  field: RefObject<HTMLInputElement | null>;
  /** null before the answer to the last scan. */
  scan: ScanDto | null;
  /** The text that was looked up last. */
  text: string;
  error: Error | null;
  /** Changes with each scan. */
  key: number;
  /** Looks up a text. The result is whether an order is opened. */
  lookUp: (text: string) => Promise<boolean>;
  startOver: () => void;
}

/** Looks up what is scanned into a field, and selects the field for the next scan unless an order is opened. */
export function useScan(): Scanning {
  const field = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const [hasTone] = useToneSwitch();
  const find = useMutation({
    mutationFn: async (text: string) => {
      const options = { ...readScanOptions({ query: { text } }), staleTime: 0 };
      return (await queryClient.fetchQuery(options)).data;
    },
    onSettled: (scan) => {
      if (scan?.to_ship != null) return;
      focusWhole(field.current);
      if (hasTone) playLowTone();
    },
  });
  const fill = (text: string): void => {
    if (field.current !== null) field.current.value = text;
  };
  return {
    field,
    scan: find.data ?? null,
    text: find.variables ?? '',
    error: find.error,
    key: find.submittedAt,
    lookUp: (text) => {
      fill(text);
      return find.mutateAsync(text).then((scan) => scan.to_ship !== null);
    },
    startOver: () => {
      find.reset();
      fill('');
      field.current?.focus();
    },
  };
}

export function scannedText({ current }: RefObject<HTMLInputElement | null>): string {
  return current?.value.trim() ?? '';
}
