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

/** Tells whether an error is the gateway's: it did not answer, or declined. Other errors are defects of the service. */
export function isOfGateway(error: unknown): error is GatewayUnknown | GatewayRefused {
  return error instanceof GatewayUnknown || error instanceof GatewayRefused;
}
