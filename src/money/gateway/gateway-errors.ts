/**
 * Error with an unknown outcome: the gateway must be asked whether it executed the request. It did not answer, or its answer is not
 * about what was asked, such as that of wrong keys, of an overload, or while it still executes the request.
 */
export class GatewayUnknown extends Error {
  override readonly name = 'GatewayUnknown';
}

/** Error for what the gateway declined to do; it did nothing. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused';

  constructor(readonly description: string) {
    super(`the gateway refused: ${description}`);
  }
}

/**
 * Checks each item, also after the check of another one failed.
 *
 * @throws the first error that is not the gateway's, after all of them were checked
 */
export async function checkEach<T>(
  items: readonly T[],
  check: (item: T) => Promise<unknown>,
): Promise<void> {
  let firstError: Error | null = null;
  for (const item of items) {
    try {
      await check(item);
    } catch (error) {
      if (!isOfGateway(error)) firstError ??= error as Error;
    }
  }
  if (firstError !== null) throw firstError;
}

/** Tells whether an error is the gateway's: it did not answer, or declined. Other errors are defects of the service. */
export function isOfGateway(error: unknown): error is GatewayUnknown | GatewayRefused {
  return error instanceof GatewayUnknown || error instanceof GatewayRefused;
}
