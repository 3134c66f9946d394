/** It is not known whether the gateway did what was asked; it has to be asked what it did. */
export class GatewayUnknown extends Error {
  override readonly name = 'GatewayUnknown';
}

/** The gateway answered that it does not do what was asked. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused';

  constructor(
    readonly status: number,
    readonly description: string,
  ) {
    super(`the gateway refused with ${status}: ${description}`);
  }
}
