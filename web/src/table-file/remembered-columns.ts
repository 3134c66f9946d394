import { useLocalStorage } from '@mantine/hooks';
import { textOf, type Cell } from '../../../src/platform/table-file/cell.js';

/** What a person says about the columns of a file; what is left out is recognized. */
export interface ColumnChoices {
  header?: number;
  fields: ReadonlyMap<string, string>;
}

export const NO_CHOICES: ColumnChoices = { fields: new Map() };

/** Choices for the files of a sender, which have the same names of columns. */
interface Sender {
  names: string;
  fields: [name: string, field: string][];
}

type Rows = readonly (readonly Cell[])[];

const SENDERS_MAX = 20;
/** Rows at the beginning of a file among which the names of its columns are. */
export const HEADERS_MAX = 30;

interface RememberedColumns {
  recall: (rows: Rows) => ColumnChoices;
  remember: (rows: Rows, header: number, fields: ColumnChoices['fields']) => void;
}

/** Keeps in this browser what a person chose for the files of each sender. @param upload what is uploaded, such as `clients` */
export function useRememberedColumns(upload: string): RememberedColumns {
  const [senders, setSenders] = useLocalStorage<Sender[]>({
    key: `columns of ${upload}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const recall = (rows: Rows): ColumnChoices => {
    const names = rows.slice(0, HEADERS_MAX).map(namesOf);
    const sender = senders.find((each) => names.includes(each.names));
    if (sender === undefined) return NO_CHOICES;
    return { header: names.indexOf(sender.names), fields: new Map(sender.fields) };
  };
  const remember = (rows: Rows, header: number, fields: ColumnChoices['fields']): void => {
    const names = namesOf(rows[header] ?? []);
    const others = senders.filter((each) => each.names !== names);
    setSenders([{ names, fields: [...fields] }, ...others].slice(0, SENDERS_MAX));
  };
  return { recall, remember };
}

function namesOf(row: readonly Cell[]): string {
  return JSON.stringify(row.map(textOf));
}
