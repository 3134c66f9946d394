import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-out.module.css';

interface PrintOutProps {
  children: ReactNode;
  onPrinted: () => void;
}

/** Sheets of A4 that only the printer sees: opens the browser's print dialog, and is gone once that was closed. */
export function PrintOut({ children, onPrinted }: PrintOutProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
    // One dialog for one click, however often the page around is drawn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return createPortal(<div className={classes.sheets}>{children}</div>, document.body);
}
