import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { GuardedAmount } from '../input/amounts.js';
import { toIsoTimestamp } from '../response-dto/iso-timestamp.js';
import { toMajorUnits } from '../../money.js';
import type { Column } from '../../table-export/table.js';

/** The description of a field, or its whole documentation. */
type Docs = string | Omit<ApiPropertyOptions, 'type' | 'enum' | 'required' | 'nullable'>;

/** Forms of a value's name in rows: `clientId`; amounts as `amountMinor`, milliseconds as `endsAtMs`, flags as `isOpen`. */
type Naming = 'plain' | 'minor' | 'ms' | 'is';

type Marks = Pick<Column<never>, 'isGuarded' | 'isForPeople'>;

/** A field of an answer or a file: its documentation, and how a value is shown. */
export class Field<Value, Shown, N extends Naming = 'plain'> {
  constructor(
    readonly api: ApiPropertyOptions,
    readonly show: (value: Value) => Shown,
    readonly naming: N,
    readonly marks: Marks = {},
  ) {}

  /** Makes null a value. */
  orNull(docs: Docs = {}): Field<Value | null, Shown | null, N> {
    const show = (value: Value | null): Shown | null => (value === null ? null : this.show(value));
    const api = { ...this.api, nullable: true, ...describedBy(docs) } as ApiPropertyOptions;
    return new Field(api, show, this.naming, this.marks);
  }

  /** Leaves the field out if the value is undefined. */
  optional(): Field<Value | undefined, Shown | undefined, N> {
    const show = (value: Value | undefined): Shown | undefined =>
      value === undefined ? undefined : this.show(value);
    const api = { ...this.api, required: false } as ApiPropertyOptions;
    return new Field(api, show, this.naming, this.marks);
  }

  /** Hides an amount from staff without the permission `prices:read`. */
  guarded(): Field<Value, Shown, N> {
    return new Field(this.api, this.show, this.naming, { ...this.marks, isGuarded: true });
  }

  /** Leaves the field out of CSV files, which scripts read by position. Only people need it, such as the name next to an id. */
  forPeople(): Field<Value, Shown, N> {
    return new Field(this.api, this.show, this.naming, { ...this.marks, isForPeople: true });
  }
}

/** A field of any type. */
interface AnyField {
  readonly api: ApiPropertyOptions;
  readonly show: (value: never) => unknown;
  readonly naming: Naming;
  readonly marks: Marks;
}
/** A field whose value the row has under the same name, or a field with its other name in the row, or with a function. */
type Fields<Row> = Record<
  string,
  AnyField | readonly [AnyField, (keyof Row & string) | ((row: Row) => unknown)]
>;

const asItIs = <T>(value: T): T => value;

/** Declares a field by its schema, its documentation, and the function that shows its value. */
export function field<Value, Shown, N extends Naming = 'plain'>(
  api: object,
  docs: Docs,
  show: (value: Value) => Shown,
  naming = 'plain' as N,
): Field<Value, Shown, N> {
  return new Field({ ...api, ...describedBy(docs) }, show, naming);
}

function describedBy(docs: Docs): Exclude<Docs, string> {
  return typeof docs === 'string' ? { description: docs } : docs;
}

export const text = (docs: Docs = {}): Field<string, string> =>
  field({ type: String }, docs, asItIs<string>);

export const texts = (docs: Docs = {}): Field<readonly string[], readonly string[]> =>
  field({ type: [String] }, docs, asItIs<readonly string[]>);

export const integer = (docs: Docs = {}): Field<number, number> =>
  field({ type: 'integer' }, docs, asItIs<number>);

export const number = (docs: Docs = {}): Field<number, number> =>
  field({ type: Number }, docs, asItIs<number>);

/** Declares a field with a percentage; rows have it in basis points. */
export const percent = (docs: Docs = {}): Field<number, number> =>
  field({ type: Number }, docs, (basisPoints: number) => basisPoints / 100);

/** Declares a field with true or false; rows name it with `is`. */
export const flag = (docs: Docs = {}): Field<boolean, boolean, 'is'> =>
  field({ type: Boolean }, docs, asItIs<boolean>, 'is');

/** Declares a field with true; it is left out otherwise. */
export const onlyTrue = (docs: Docs = {}): Field<boolean, true | undefined, 'is'> =>
  field(
    { type: Boolean, enum: [true], required: false },
    docs,
    (value) => value || undefined,
    'is',
  );

/** A field that is always true, such as `success`. */
export const ALWAYS_TRUE = [
  field({ type: Boolean, enum: [true] }, {}, asItIs<true>),
  (): true => true,
] as const;

/** Words, or words with their meanings. */
type Words = readonly (string | null)[] | Readonly<Record<string, string>>;

/** Declares a field with one of some words. */
export const word = (words: Words, docs: Docs = meaningsOf(words)): Field<string, string> => {
  const known = words instanceof Array ? [...words] : Object.keys(words);
  return field({ type: String, enum: known }, docs, asItIs<string>);
};

function meaningsOf(words: Words): Docs {
  const meanings = words instanceof Array ? [] : Object.entries(words);
  return meanings.length === 0 ? {} : meanings.map((meaning) => meaning.join(': ')).join('. ');
}

/** Declares a field with an object of any content. */
export const anything = <T extends object = object>(
  docs: Docs = {},
): Field<NoInfer<T>, NoInfer<T>> =>
  field({ type: Object, additionalProperties: true }, docs, asItIs<T>);

/** Declares a field with an amount; rows have it in minor units. */
export const money = (docs: Docs = {}): Field<number, number, 'minor'> =>
  field({ type: Number }, docs, toMajorUnits, 'minor');

/** Declares a field with a timestamp. */
export const time = (docs: Docs = {}): Field<Date, string> =>
  field({ type: String, format: 'date-time' }, docs, (at: Date) => at.toISOString());

/** Declares a field with a timestamp; rows have it in milliseconds since 1970. */
export const timeOfMs = (docs: Docs = {}): Field<number, string, 'ms'> =>
  field({ type: String, format: 'date-time' }, docs, toIsoTimestamp<number>, 'ms');

/** Declares a field with a calendar day, such as 2026-11-25. */
export const day = (docs: Docs = {}): Field<string, string> =>
  field({ type: String, format: 'date' }, docs, asItIs<string>);

/** Declares a field with an object of another class, which a function makes. */
export const shownBy = <Row, Shown extends object>(
  type: new () => Shown,
  show: (row: Row) => Shown,
  docs: Docs = {},
): Field<Row, Shown> => field({ type }, docs, show);

/** Declares a field with a list of objects of another class. A function makes each object. */
export const eachShownBy = <Row, Shown extends object>(
  type: new () => Shown,
  show: (row: Row) => Shown,
  docs: Docs = {},
): Field<readonly Row[], Shown[]> =>
  field({ type: [type] }, docs, (rows: readonly Row[]) => rows.map((row) => show(row)));

/** Declares a field with another answer. */
export const part = <Row, Shown extends object>(
  of: Answer<Row, Shown>,
  docs: Docs = {},
): Field<Row, Shown> => shownBy(of, of.show, docs);

/** Declares a field with a list of other answers. */
export const parts = <Row, Shown extends object>(
  of: Answer<Row, Shown>,
  docs: Docs = {},
): Field<readonly Row[], Shown[]> => eachShownBy(of, of.show, docs);

type Camel<S extends string> = S extends `${infer A}_${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : S;

type NameInRow<K extends string, N extends Naming> = {
  plain: Camel<K>;
  minor: `${Camel<K>}Minor`;
  ms: `${Camel<K>}Ms`;
  is: `is${Capitalize<Camel<K>>}`;
}[N];

/** The values that the row lacks, or has with another type: `dueOn` for the field `due_on`. */
type Missing<Row, F> = {
  [K in keyof F & string]: F[K] extends Field<infer Value, unknown, infer N>
    ? [ReadFrom<Row, NameInRow<K, N>>] extends [Value]
      ? never
      : NameInRow<K, N>
    : F[K] extends readonly [Field<infer Value, unknown, Naming>, infer From]
      ? [ReadFrom<Row, From>] extends [Value]
        ? never
        : K
      : never;
}[keyof F & string];

type ReadFrom<Row, From> = From extends (row: Row) => infer Value
  ? Value
  : From extends keyof Row
    ? Row[From]
    : unknown;

type ShownFields<F> = {
  -readonly [K in keyof F]: F[K] extends Field<never, infer T, Naming>
    ? T
    : F[K] extends readonly [Field<never, infer T, Naming>, unknown]
      ? T
      : never;
};

/** The class of an answer: it documents the answer, is its type, and shows a row. */
interface Answer<Row, Shown> {
  new (): Shown;
  /** Shows a row, field by field. */
  readonly show: (this: void, row: Row) => Shown;
}

/** A class or a list of columns. If values are missing, it is a message for each instead, which the compiler shows. */
type Declared<Row, F, T> = [Missing<Row, F>] extends [never]
  ? T
  : `the row has no ${Missing<Row, F>} of the type of the field`;

/** The class of an answer with its fields, which can be columns of a file. */
type ResponseDtoClass<Row, F> = Answer<Row, ShownFields<F>> & {
  readonly fields: F;
  /** Picks fields as the columns of a file: `columns('id name')`. */
  readonly columns: <Names extends string>(
    this: void,
    names: Names &
      ([Unlisted<Names, keyof F>] extends [never]
        ? unknown
        : `no field ${Unlisted<Names, keyof F>}`),
  ) => Column<Row>[];
};

/** The words of a text that are not names. */
type Unlisted<Text extends string, Name> = Text extends `${infer Word} ${infer Rest}`
  ? Exclude<Word, Name> | Unlisted<Rest, Name>
  : Exclude<Text, Name>;

/**
 * Declares an answer that shows a row: `class ReceiptDto extends responseDto<ReceiptRow>()({ id: integer(), amount: money() })
 * {}`.
 */
export function responseDto<Row>() {
  return <const F extends Fields<Row>>(fields: F): Declared<Row, F, ResponseDtoClass<Row, F>> => {
    const shown = readersOf<Row>(fields);
    // oxlint-disable-next-line typescript/no-extraneous-class -- OpenAPI documents are made of classes.
    class Answer {
      static readonly fields = fields;

      static show(this: void, row: Row): object {
        const answer: Record<string, unknown> = {};
        for (const { name, read, show } of shown) answer[name] = show(read(row));
        return answer;
      }

      static columns(this: void, names: string): Column<Row>[] {
        return names
          .split(' ')
          .map((name) => columnOf(shown.find((reader) => reader.name === name)!));
      }
    }
    for (const { name, field } of shown) document(Answer, name, field);
    return Answer as unknown as Declared<Row, F, ResponseDtoClass<Row, F>>;
  };
}

/** Declares the columns of a file of rows: `columns<Line>()({ sku: text(), price: money() })`. */
export function columns<Row>() {
  return <const F extends Fields<Row>>(fields: F): Declared<Row, F, Column<Row>[]> =>
    readersOf<Row>(fields).map(columnOf) as Declared<Row, F, Column<Row>[]>;
}

/** A field with its name, and the function that reads its value. */
interface Reader<Row> {
  name: string;
  field: AnyField;
  read: (row: Row) => unknown;
  show: (value: unknown) => unknown;
}

function readersOf<Row>(fields: Fields<Row>): Reader<Row>[] {
  return Object.entries(fields).map(([name, declared]) => {
    const [field, from] = declared instanceof Array ? declared : [declared, null];
    const read =
      typeof from === 'function' ? from : propertyOf<Row>(from ?? nameInRow(name, field));
    return { name, field, read, show: field.show as (value: unknown) => unknown };
  });
}

function columnOf<Row>({ name, field, read }: Reader<Row>): Column<Row> {
  return { name, kind: kindOf(field), cell: read, ...field.marks };
}

function kindOf({ api, naming }: AnyField): Column<never>['kind'] {
  const { type, format } = api as { type?: unknown; format?: string };
  if (naming === 'minor') return 'amount';
  if (format === 'date' || format === 'date-time') return format === 'date' ? 'day' : 'time';
  if (type === Boolean) return 'flag';
  return type === 'integer' ? 'count' : 'text';
}

function document(target: new () => object, name: string, { api, marks }: AnyField): void {
  const decorator = marks.isGuarded === true ? GuardedAmount(api) : ApiProperty(api);
  decorator(target.prototype as object, name);
}

function propertyOf<Row>(name: string): (row: Row) => unknown {
  return (row) => row[name as keyof Row];
}

function nameInRow(name: string, { naming }: AnyField): string {
  const camel = camelCase(name);
  if (naming === 'plain') return camel;
  if (naming === 'is') return `is${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
  return `${camel}${naming === 'minor' ? 'Minor' : 'Ms'}`;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Reads the criteria of a query under their names in code, such as `clientId` for `client_id`. */
export function criteriaOf<T extends object>(
  query: T,
): { [K in keyof T & string as Camel<K>]: T[K] } {
  const entries = Object.entries(query).map(([name, value]) => [camelCase(name), value as unknown]);
  return Object.fromEntries(entries) as { [K in keyof T & string as Camel<K>]: T[K] };
}
