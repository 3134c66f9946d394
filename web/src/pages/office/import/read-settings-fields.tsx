import { NativeSelect } from '@mantine/core';
import type { Encoding } from '../../../../../src/platform/table-file/encoding.js';
import type { DecimalSign } from '../../../../../src/platform/table-file/numbers.js';
import type { ReadSettings } from '../../../../../src/platform/table-file/read-table.js';
import type { Separator } from '../../../../../src/platform/table-file/separator.js';
import { HeaderSelect } from '../../../table-file/upload-columns';
import classes from './import-page.module.css';
import type { Choices, SupplierFile } from './use-supplier-file';

const ENCODINGS: readonly { value: Encoding; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16 (big endian)' },
];
const SEPARATORS: readonly { value: Separator; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
];
const SIGNS = [
  { value: '.', label: '1,23,456.50' },
  { value: ',', label: '1.23.456,50' },
];

interface ReadSettingsFieldsProps {
  content: SupplierFile;
  onReadAs: (change: ReadSettings) => void;
  onSet: (change: Partial<Choices>) => void;
}

/** Renders the recognized settings for reading the file, which the person can correct. */
export function ReadSettingsFields({ content, onReadAs, onSet }: ReadSettingsFieldsProps) {
  const { table, header, sign } = content;
  const { text, sheets, rows } = table;
  return (
    <div className={classes.settings}>
      {text !== null && (
        <>
          <NativeSelect
            label="Encoding"
            data={[...ENCODINGS]}
            value={text.encoding}
            onChange={({ currentTarget: { value } }) => onReadAs({ encoding: value as Encoding })}
          />
          <NativeSelect
            label="Separator"
            data={[...SEPARATORS]}
            value={text.separator}
            onChange={({ currentTarget: { value } }) => onReadAs({ separator: value as Separator })}
          />
        </>
      )}
      {sheets !== null && (
        <NativeSelect
          label="Sheet"
          data={sheets.names}
          value={sheets.read}
          onChange={({ currentTarget: { value } }) => onReadAs({ sheet: value })}
        />
      )}
      <HeaderSelect rows={rows} header={header} onChoose={(chosen) => onSet({ header: chosen })} />
      <NativeSelect
        label="Numbers are written as"
        data={[{ value: '', label: 'Each as it looks' }, ...SIGNS]}
        value={sign ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onSet({ sign: value === '' ? undefined : (value as DecimalSign) })
        }
      />
    </div>
  );
}
