import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-out.module.css';

/**
 * Renders A4 sheets for the printer only, opens the browser's print dialog, and reports when that was closed.
 */
export function PrintOut({ children, onPrinted }: { children: ReactNode; onPrinted: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
    // Runs once: renders of the page around must not open the dialog again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return createPortal(<div className={classes.sheets}>{children}</div>, document.body);
}
