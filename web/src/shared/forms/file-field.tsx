import { useState, type ReactNode } from 'react';
import classes from './file-field.module.css';
import { Icon } from '../icon';

interface FilesFieldProps {
  /** Label: "Supplier file". */
  label: string;
  /** Accepted files in words: "A CSV or Excel file". */
  description: ReactNode;
  /** File types that the browser offers: ".csv,text/csv". A dropped file may have any other type. */
  accept: string;
  isDisabled?: boolean;
  /** One line high, above what is read more often than a file is chosen. */
  isSmall?: boolean;
  /** Receives what was chosen at once. */
  onFiles: (files: readonly File[]) => void;
}

interface FileFieldProps extends Omit<FilesFieldProps, 'onFiles'> {
  onFile: (file: File) => void;
}

/** Renders a field for one file. */
export function FileField({ onFile, ...props }: FileFieldProps) {
  return <Files {...props} isMultiple={false} onFiles={(files) => files.forEach(onFile)} />;
}

/** Renders a field for several files. */
export function FilesField(props: FilesFieldProps) {
  return <Files {...props} isMultiple />;
}

/**
 * Renders a field for files: chosen by click or keyboard, or dropped on the area. The same file can be chosen again
 * after it was changed.
 */
function Files(props: FilesFieldProps & { isMultiple: boolean }) {
  const { label, description, accept, isDisabled = false, isMultiple, onFiles } = props;
  const { isSmall = false } = props;
  const [isOver, setIsOver] = useState(false);
  return (
    <label
      className={isSmall ? `${classes.area} ${classes.small}` : classes.area}
      data-over={isOver || undefined}
      data-disabled={isDisabled}
    >
      <Icon name="upload" size={isSmall ? 16 : 22} />
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
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
