import { Button, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import row from '../../../../shared/forms/field-with-button.module.css';
import classes from './scan-tab.module.css';
import { scannedText } from './use-scan';
import { useScanFocus } from './use-scan-focus';

interface NumberFormProps {
  field: RefObject<HTMLInputElement | null>;
  problem: string | undefined;
  /** The text that was looked up last. */
  searched: string | undefined;
  onFind: (text: string) => void;
}

/** Renders the field that orders are scanned into. */
export function NumberForm({ field, problem, searched, onFind }: NumberFormProps) {
  // The page was opened to scan into this field.
  useScanFocus(() => field.current?.focus());
  return (
    <form
      className={`${row.row} ${classes.number}`}
      onSubmit={(event) => {
        event.preventDefault();
        const text = scannedText(field);
        if (text !== '') onFind(text);
      }}
    >
      <TextInput
        ref={field}
        label="AWB or order number"
        description="Scan or type it, then press Enter: also an order id of a store, or a tracking number"
        placeholder="WO-"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={problem}
        onKeyDown={(event) => {
          // Some scanners end with Tab. The key leaves the field once its text was looked up.
          const text = scannedText(field);
          if (event.key !== 'Tab' || event.shiftKey || text === '' || text === searched) return;
          event.preventDefault();
          onFind(text);
        }}
      />
      <Button type="submit" variant="default">
        Find order
      </Button>
    </form>
  );
}
