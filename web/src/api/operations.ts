type Value = string | number | boolean | null | undefined;

/** The inputs of a call, by their place in the request. */
interface Inputs {
  path?: Record<string, string | number>;
  query?: Record<string, Value | readonly Value[]>;
  headers?: Record<string, string | undefined>;
  /** Text and files are sent as they are, anything else as JSON. */
  body?: unknown;
}

interface CallOptions {
  headers?: Record<string, string>;
}

/** The service's refusal, with its body. */
export class ApiError extends Error {
  constructor(
    readonly method: string,
    readonly status: number,
    readonly body: unknown,
    /** Size of the file that was sent; null: none was. */
    readonly fileBytes: number | null,
  ) {
    super(`Request failed with status ${status}`);
  }
}

/** A request that got no answer, or only a part of it. */
export class NoAnswer extends Error {
  constructor(
    readonly method: string,
    options: ErrorOptions,
  ) {
    super('The request got no answer', options);
  }
}

/** True while calls begin that no person asked for. */
let isBackground = false;

/** Begins calls that no person asked for: they do not keep the session alive. */
export function inBackground(begin: () => void): void {
  isBackground = true;
  try {
    begin();
  } finally {
    isBackground = false;
  }
}

/** Describes an operation that reads: returns a function that gives TanStack Query what it needs for one call. */
export function reading<Variables extends Inputs | void, Result>(name: string, path: string) {
  return (inputs: Variables, options?: CallOptions) => ({
    queryKey: inputs === undefined ? [name] : [name, inputs],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call<Result>('GET', path, inputs ?? {}, { ...options, signal })).answer,
  });
}

/** Describes an operation that changes something. Its answer has the status: 200 if an earlier call did what others do with 201. */
export function changing<Variables extends Inputs | void, Result>(method: string, path: string) {
  return () => ({
    mutationFn: async (inputs: Variables) => {
      const { answer, status } = await call<Result>(method, path, inputs ?? {}, {});
      return { ...answer, status };
    },
  });
}

/** @throws ApiError the service refused; NoAnswer */
async function call<Result>(
  method: string,
  path: string,
  { path: names = {}, query = {}, headers, body }: Inputs,
  options: CallOptions & { signal?: AbortSignal },
): Promise<{ answer: Result; status: number }> {
  const request = {
    signal: options.signal,
    method,
    headers: given({
      Accept: 'application/json',
      'Content-Type':
        body === undefined ? undefined : isText(body) ? fileType(body) : 'application/json',
      ...headers,
      ...options.headers,
      ...(isBackground && { 'X-Background': '1' }),
    }),
    body: isText(body) ? body : JSON.stringify(body),
  };
  const response = await received(method, fetch(addressOf(path, names, query), request));
  if (response.ok) {
    return { answer: (await received(method, response.json())) as Result, status: response.status };
  }
  const refusal: unknown = await response.json().catch(() => undefined);
  const fileBytes = isText(body) ? new Blob([body]).size : null;
  throw new ApiError(method, response.status, refusal, fileBytes);
}

/** Waits for an answer, or for its body. @throws NoAnswer */
async function received<T>(method: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new NoAnswer(method, { cause });
  }
}

/** Returns the media type of a picture; the service recognizes the kind of other files. */
function fileType(body: string | Blob): string {
  return body instanceof Blob && body.type.startsWith('image/') ? body.type : 'text/csv';
}

/** Tells a table, of which the service recognizes the kind, from other bodies. */
function isText(body: unknown): body is string | Blob {
  return typeof body === 'string' || body instanceof Blob;
}

/** Leaves out headers without a value, which `fetch` would send as the text "undefined". */
function given(headers: Record<string, string | undefined>): [string, string][] {
  return Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
}

function addressOf(
  path: string,
  names: NonNullable<Inputs['path']>,
  query: NonNullable<Inputs['query']>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? ''),
  );
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each !== undefined && each !== null)
      .map((each): [string, string] => [name, String(each)]),
  );
  return parameters.length === 0 ? filled : `${filled}?${new URLSearchParams(parameters)}`;
}
