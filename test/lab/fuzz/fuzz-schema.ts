import fc, { type Arbitrary } from 'fast-check';

/** Schema of a value in the documents, as far as it is needed to make one. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  /** With 'null' where that is allowed too. */
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export type Schemas = Record<string, Schema>;

/** The values that properties of these names take, although their schemas allow others. */
interface Pools {
  skus: string[];
  plans: string[];
}

/** Values that a schema allows: its example, its limits, and values between them. */
export function fromSchema(schema: Schema, schemas: Schemas, pools: Pools): Arbitrary<unknown> {
  const made = (inner: Schema): Arbitrary<unknown> => fromSchema(inner, schemas, pools);
  const [only] = schema.allOf ?? schema.oneOf ?? [];
  if (only !== undefined) return made(only);
  if (schema.$ref !== undefined) return made(schemas[schema.$ref.split('/').at(-1)!] ?? {});
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const value = valueOf(schema, made, pools);
  const { example } = schema;
  return example === undefined
    ? value
    : fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, { weight: 2, arbitrary: value });
}

function valueOf(schema: Schema, made: (schema: Schema) => Arbitrary<unknown>, pools: Pools) {
  const { minimum = -1_000, maximum = 1_000 } = schema;
  const [type] = [schema.type].flat();
  switch (type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: minimum, max: maximum }),
        fc.constantFrom(minimum, maximum),
      );
    case 'number':
      return fc
        .integer({ min: Math.ceil(minimum * 100), max: Math.floor(maximum * 100) })
        .map((hundredths) => hundredths / 100);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(made(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(4, schema.maxItems ?? 4),
      });
    case 'object':
      return objects(schema, made, pools);
    default:
      return texts(schema);
  }
}

function objects(
  { properties = {}, required = [] }: Schema,
  made: (schema: Schema) => Arbitrary<unknown>,
  { skus, plans }: Pools,
): Arbitrary<unknown> {
  const named: Record<string, Arbitrary<unknown>> = {
    sku: fc.constantFrom(...skus, 'Z-7'),
    plan: fc.constantFrom(...plans),
    code: fc.constantFrom(...plans, 'z7'),
    variation_stocks: fc.constant({ 'Size:M': 3 }),
  };
  const fields = Object.entries(properties).map(([name, schema]): [string, Arbitrary<unknown>] => [
    name,
    named[name] ?? made(schema),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function texts({ format, minLength = 1, maxLength = 40 }: Schema): Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
}
