/** Error with an unknown outcome: the gateway must be asked whether it executed the request. */
export class GatewayUnknown extends Error {
  override readonly name = 'GatewayUnknown';
}

/** Error for a request that the gateway declined; it did nothing. */
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
