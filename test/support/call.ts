import type { Response, Test } from 'supertest';

/** A faulty field, with the details of its error code. */
export type FieldError = Record<string, unknown> & { field: string; code: string };

/** The body of every refusal. */
export interface ErrorBody extends Record<string, unknown> {
  success: false;
  code: string;
  message: string;
  request_id: string;
  errors: FieldError[];
}

/** A page of a list. Its cursor is null on the last page. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** Status of a successful call, and the part of its body that a test reads. */
export interface Success<T> {
  status: 200 | 201;
  read: (body: never) => T;
}

export function dataOfBody<T>(status: Success<T>['status'] = 200): Success<T> {
  return { status, read: ({ data }: { data: T }) => data };
}

/**
 * A request that is sent once it is awaited, or once one of its methods is called. Awaiting it fails unless the request
 * succeeds.
 */
export class Call<T> implements PromiseLike<T> {
  /** Error with the stack of the call, for failures. */
  private readonly called = new Error();

  constructor(
    private readonly test: Test,
    private readonly success: Success<T>,
  ) {}

  set(name: string, value: string): this {
    void this.test.set(name, value);
    return this;
  }

  /** Sends the request again while it is answered with 503, because its turn may come too late on a busy machine. */
  patiently(): this {
    void this.test.retry(100, (_error, response?: Response) => response?.status === 503);
    return this;
  }

  /** Awaits the response; fails unless it has this status. */
  expect(status: number): Test {
    return this.test.expect(status);
  }

  async response(): Promise<Response> {
    return this.test;
  }

  /** Awaits the status of the response. No status fails the test. */
  async status(): Promise<number> {
    return (await this.test).status;
  }

  /** Awaits the headers of the response; fails unless the request succeeds. */
  async headers(): Promise<Response['headers']> {
    return (await this.test.expect(this.success.status)).headers;
  }

  /** Awaits the body of the refusal; fails unless the request is refused with this status. */
  async refused(status: number): Promise<ErrorBody> {
    const { body } = await this.test.expect(status);
    return body as ErrorBody;
  }

  /** Awaits the refusal. Fails unless it has this status, this code, and the other given fields. */
  async expectRefusal(status: number, code: string, more: object = {}): Promise<void> {
    expect(await this.refused(status)).toMatchObject({ ...more, code });
  }

  /** Awaits the refusal. Fails unless the validation reports exactly these fields, as `field code`. */
  async expectProblems(...problems: readonly string[]): Promise<void> {
    expect(await problemsOf(this.test)).toEqual(problems);
  }

  /** Awaits the refusal of invalid input. Returns its problems as `field code`. */
  async problems(): Promise<string[]> {
    return problemsOf(this.test);
  }

  then<R1 = T, R2 = never>(
    onFulfilled?: ((value: T) => R1 | PromiseLike<R1>) | null,
    onRejected?: ((reason: unknown) => R2 | PromiseLike<R2>) | null,
  ): Promise<R1 | R2> {
    const { status, read } = this.success;
    const check = (response: Response): void => {
      if (response.status === status) return;
      throw new Error(`expected ${status}, got ${response.status}: ${response.text}`);
    };
    return withCheck(this.test, check, this.called)
      .then(({ body }) => read(body as never))
      .then(onFulfilled, onRejected);
  }
}

/**
 * Adds a check of the response, which fails with the stack of the call. Normally supertest records a stack for each check,
 * which takes longer than the check itself.
 */
export function withCheck(
  test: Test,
  check: (response: Response) => void,
  called = new Error(),
): Test {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return test.expect((response) => {
      try {
        check(response);
      } catch (error) {
        const frames = called.stack!.split('\n').slice(1);
        throw Object.assign(error as Error, { stack: [String(error), ...frames].join('\n') });
      }
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Awaits the refusal of invalid input. Returns its problems as `field code`. */
export async function problemsOf(test: Test): Promise<string[]> {
  const { code, errors } = (await test.expect(422)).body as ErrorBody;
  const isUnknownOnly = errors.every((error) => error.code === 'unknown_field');
  expect(code).toBe(isUnknownOnly ? 'unknown_field' : 'validation_failed');
  return errors.map((error) => `${error.field} ${error.code}`);
}

/**
 * Sends the requests at the same moment, and repeats those that waited too long for the others. Returns the sorted statuses of
 * their responses.
 */
export async function statusesOf(...calls: readonly Call<unknown>[]): Promise<number[]> {
  return (await Promise.all(calls.map((call) => call.patiently().status()))).sort();
}

const MOST_PAGES = 1_000;

/** Reads a list page by page. Fails unless every page but the last one is full. */
export async function allPages<T>(
  limit: number,
  list: (query: { limit: number; cursor?: string }) => PromiseLike<Page<T>>,
): Promise<T[][]> {
  const pages: T[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page<T> = await list({ limit, ...(cursor !== '' && { cursor }) });
    pages.push(page.data);
    cursor = page.next_cursor;
    if (cursor !== null) expect(page.data).toHaveLength(limit);
    expect(pages.length).toBeLessThan(MOST_PAGES);
  }
  return pages;
}

/** Query of a list. A text is sent as it is. */
export type Query = string | Record<string, string | number | boolean>;

export function withQuery(path: string, query: Query = {}): string {
  if (typeof query === 'string') return `${path}?${query}`;
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size === 0 ? path : `${path}?${text.toString()}`;
}
