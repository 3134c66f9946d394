import { isOfType } from './retrying-fetch.js';
import { StoreApiError, isObject } from './store-api-error.js';

/** The data of an answer, and its headers. */
export interface Answer<Data> {
  data: Data;
  headers: Headers;
}

/** What the generated functions return. */
export interface Result<Data> {
  data: Data | undefined;
  error: unknown;
  response: Response;
}

/** Awaits a call, and returns the data of a good answer with its headers. @throws StoreApiError for any other */
export async function answerOf<Data>(
  call: Promise<Result<Data>>,
  type: 'json' | 'pdf',
): Promise<Answer<Data>> {
  const { data, error, response } = await call;
  if (response.ok && isOfType(response, type) && isObject(data)) {
    return { data, headers: response.headers };
  }
  throw StoreApiError.ofAnswer(response, error);
}
