/**
 * Error with an unknown outcome: ask the gateway whether it executed the request. It did not answer, or its answer says nothing
 * about the request:
 * - its keys are wrong
 * - it is overloaded
 * - it still executes the request
 */
export class GatewayUnknown extends Error {
  override readonly name = 'GatewayUnknown';
}

/** Error for a request that the gateway declined. It did nothing. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused';

  constructor(readonly description: string) {
    super(`the gateway refused: ${description}`);
  }
}

/**
 * Checks every item, even after a check failed.
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

/** Returns true if an error is the gateway's: it did not answer, or declined. Other errors are defects of the service. */
export function isOfGateway(error: unknown): error is GatewayUnknown | GatewayRefused {
  return error instanceof GatewayUnknown || error instanceof GatewayRefused;
}
