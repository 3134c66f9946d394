import { RequestValidationPipe } from '../../platform/http/input/validation.pipe.js';

/** Checks options by the rules of the Admin API. @throws AppError validation_failed */
export async function checked<T>(type: new () => T, value: object): Promise<T> {
  const pipe = new RequestValidationPipe();
  return (await pipe.transform(value, { type: 'body', metatype: type })) as T;
}
