import { Status, type Tone } from '../shared/status';
import classes from './column-table.module.css';

interface FileRowResultProps {
  tone: Tone;
  label: string;
  /** What is wrong or doubtful; empty: nothing. */
  text?: string;
}

/** Renders the result of a row of a file. Its text goes on in the next line where the table ends. */
export function FileRowResult({ tone, label, text = '' }: FileRowResultProps) {
  return (
    <>
      <Status tone={tone}>{label}</Status>
      {text !== '' && <p className={classes.reason}>{text}</p>}
    </>
  );
}
