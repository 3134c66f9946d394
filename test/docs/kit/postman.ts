import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';

interface Field {
  key: string;
  value: string;
  disabled?: boolean;
}

interface Call {
  name: string;
  request: {
    method: string;
    header: Field[];
    url: { raw: string; query: Field[]; variable: Field[] };
    body?: { raw: string };
  };
  event: { script: { exec: string[] } }[];
}

/** Variables and calls of a Postman collection (format 2.1) that has one level of folders. */
export interface Collection {
  auth: { bearer: { value: string }[] };
  variable: Field[];
  item: { item: Call[] }[];
}

/** A call with its answer, and what each of its tests threw. */
export interface Sent {
  call: string;
  answer: string;
  tests: { name: string; error?: Error }[];
}

/** Sends the calls of a collection one after the other, and runs their tests, as Postman does. */
export async function sendAll(collection: Collection, values: Readonly<Record<string, string>>) {
  const variables = new Map([
    ...collection.variable.map(({ key, value }) => [key, value] as const),
    ...Object.entries(values),
  ]);
  const sent: Sent[] = [];
  for (const { name, request, event } of collection.item.flatMap(({ item }) => item)) {
    const { method, header, url, body } = request;
    const filled = (text: string): string =>
      text.replace(/\{\{(.+?)\}\}/g, (_, key: string) =>
        key === '$guid' ? randomUUID() : variables.get(key)!,
      );
    const fields = (all: Field[]): [string, string][] =>
      all.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)]);
    const path = fields(url.variable).reduce(
      (raw, [key, value]) => raw.replace(`:${key}`, value),
      filled(url.raw),
    );
    const response = await fetch(`${path}?${new URLSearchParams(fields(url.query)).toString()}`, {
      method,
      headers: [
        ...fields(header),
        ['Authorization', `Bearer ${filled(collection.auth.bearer[0]!.value)}`],
      ],
      ...(body && { body: filled(body.raw) }),
    });
    const tests: Sent['tests'] = [];
    const pm = postmanApi(response, (await response.json()) as object, variables, tests);
    runInNewContext(event.flatMap(({ script }) => script.exec).join('\n'), { pm });
    const answer = `${response.status} ${method} ${new URL(path).pathname}`;
    sent.push({ call: name, answer, tests });
  }
  return sent;
}

/** Makes the parts of Postman's `pm` that the collection uses. */
function postmanApi(
  response: Response,
  json: object,
  variables: Map<string, string>,
  tests: Sent['tests'],
) {
  return {
    collectionVariables: variables,
    test: (name: string, check: () => void) => {
      try {
        check();
        tests.push({ name });
      } catch (error) {
        tests.push({ name, error: error as Error });
      }
    },
    response: {
      json: () => json,
      to: {
        have: {
          status: (status: number) => expect(response.status).toBe(status),
          header: (name: string) =>
            expect([...response.headers.keys()]).toContain(name.toLowerCase()),
        },
      },
    },
    expect: (value: unknown) => ({
      to: {
        equal: (other: unknown) => expect(value).toBe(other),
        be: { closeTo: (other: number) => expect(value).toBeCloseTo(other, 3) },
        include: {
          all: {
            keys: (keys: string[]) =>
              expect(Object.keys(value as object)).toEqual(expect.arrayContaining(keys)),
          },
        },
      },
    }),
  };
}
