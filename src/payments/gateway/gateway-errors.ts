/** It is not known whether the gateway did what was asked; it has to be asked what it did. */
export class GatewayUnknown extends Error {
  override readonly name = 'GatewayUnknown';
}

/** The gateway declined a request, and did nothing. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused';

  constructor(readonly description: string) {
    super(`the gateway refused: ${description}`);
  }
}
