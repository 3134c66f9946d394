import { useState, type ReactNode } from 'react';
import classes from './file-field.module.css';
import { Icon } from '../icon';

interface FileFieldProps {
  /** Label: "Supplier file". */
  label: string;
  /** Accepted files in words: "A CSV or Excel file". */
  description: ReactNode;
  /** File types that the browser offers: ".csv,text/csv". A dropped file may have any other type. */
  accept: string;
  isDisabled?: boolean;
  /** True: several files may be chosen at once, and each is given to `onFile`. */
  isMultiple?: boolean;
  onFile: (file: File) => void;
}

/**
 * Renders a field for a file, or several: chosen by click or keyboard, or dropped on the area. The same file can be chosen again
 * after it was changed.
 */
export function FileField(props: FileFieldProps) {
  const { label, description, accept, isDisabled = false, isMultiple = false, onFile } = props;
  const [isOver, setIsOver] = useState(false);
  return (
    <label className={classes.area} data-over={isOver || undefined} data-disabled={isDisabled}>
      <Icon name="upload" size={22} />
      <span className={classes.label}>{label}</span>
      <span className="soft small">{description}</span>
      {/* Covers the area invisibly, so that the browser itself takes what is dropped there. */}
      <input
        type="file"
        className={classes.input}
        accept={accept}
        disabled={isDisabled}
        multiple={isMultiple}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Otherwise choosing the same file again triggers no change event.
          event.currentTarget.value = '';
          for (const file of files) onFile(file);
        }}
      />
    </label>
  );
}
