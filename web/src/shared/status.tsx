import type { CSSProperties } from 'react';
import classes from './status.module.css';

export type Tone = 'ok' | 'waiting' | 'bad' | 'moving' | 'calm';

/** Gives an element the color of a tone, as `--tone`. */
export function colorOf(tone: Tone): CSSProperties {
  return { '--tone': `var(--${tone})` } as CSSProperties;
}

/** Renders a status as a dot, a word and a color, so that its meaning does not depend on the color alone. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.status} style={colorOf(tone)}>
      {children}
    </span>
  );
}

/** A status in words, with its color. */
export interface StatusRow {
  tone: Tone;
  label: string;
}

/** Renders a row of a table of statuses. */
export function StatusOf({ tone, label }: StatusRow) {
  return <Status tone={tone}>{label}</Status>;
}
