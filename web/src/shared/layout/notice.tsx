import type { ReactNode } from 'react';
import classes from './notice.module.css';
import { colorOf, type Tone } from '../status';

interface NoticeProps {
  tone: Tone;
  title?: string;
  children?: ReactNode;
  /** True if screen readers announce it immediately. */
  isAlert?: boolean;
}

/** Renders a message in the page. */
export function Notice({ tone, title, children, isAlert = false }: NoticeProps) {
  return (
    <div className={classes.notice} style={colorOf(tone)} role={isAlert ? 'alert' : undefined}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      {children}
    </div>
  );
}
