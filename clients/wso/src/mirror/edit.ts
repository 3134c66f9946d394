import type { CorrectOrderDto } from '../../../typescript/src/index.js';

/** Fields that the service corrects, with the value of those that a request leaves out. It refuses empty texts. */
const CORRECTABLE: ReadonlyMap<string, string | null> = new Map([
  ['customer.name', ''],
  ['customer.phone', ''],
  ['customer.email', null],
  ['shipping.address', ''],
  ['shipping.city', ''],
  ['shipping.state', ''],
  ['shipping.pincode', ''],
  ['shipping.country', 'India'],
  ['notes', null],
  ['gift_message', null],
]);
/** Parts of a request whose fields are corrected one by one. */
const PARTS = ['customer', 'shipping'];

/** Differences between a request as it was sent and as it is now. */
export interface Edit {
  /** Null without any field that can be corrected. */
  correction: CorrectOrderDto | null;
  /** The other fields that differ. */
  others: string[];
  /** The request as it was sent, corrected. */
  corrected: string;
}

/** Compares a request, as it was sent, with its edited form. Only what differs is corrected: operators may have corrected the rest. */
export function editOf(sent: string, request: string): Edit {
  const [before, after] = [fieldsOf(sent), fieldsOf(request)];
  const edited = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)),
  );
  const [corrected, correction] = [objectOf(sent), {}];
  for (const path of edited.filter((path) => CORRECTABLE.has(path))) {
    set(corrected, path, after.get(path));
    set(correction, path, after.get(path) ?? CORRECTABLE.get(path));
  }
  return {
    correction: Object.keys(correction).length === 0 ? null : correction,
    others: edited.filter((path) => !CORRECTABLE.has(path)),
    corrected: JSON.stringify(corrected),
  };
}

function objectOf(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

/** Reads the values of a request by the paths of their fields. */
function fieldsOf(request: string): Map<string, unknown> {
  return new Map(
    Object.entries(objectOf(request)).flatMap(([name, value]) =>
      PARTS.includes(name) && typeof value === 'object' && value !== null
        ? Object.entries(value).map(([field, text]): [string, unknown] => [
            `${name}.${field}`,
            text,
          ])
        : [[name, name === 'items' ? linesOf(value) : value] as [string, unknown]],
    ),
  );
}

/** Reads what is ordered: databases reorder keys, and a variation may be null or left out. */
function linesOf(items: unknown): unknown[][] {
  return [items].flat().map((item) => {
    const { sku, quantity, variation } = (item ?? {}) as Record<string, unknown>;
    return [sku, quantity, variation];
  });
}

/** Sets a field by its path; undefined removes it. */
function set(target: Record<string, unknown>, path: string, value: unknown): void {
  const [part = '', field] = path.split('.');
  if (field === undefined) target[part] = value;
  else target[part] = { ...(target[part] as object | undefined), [field]: value };
}
