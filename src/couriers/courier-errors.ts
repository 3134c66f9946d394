/**
 * Error with an unknown outcome: the courier may have done what was asked, so it is asked before it is called again. It did
 * not answer, or its answer says nothing about the request:
 * - a failure of its own (5xx), or too many requests
 * - a page of a firewall, or text that is not JSON
 * - the request was made before
 */
export class CourierUnknown extends Error {
  override readonly name = 'CourierUnknown';

  /** @param isLimit it answered that too many requests came: the account pauses */
  constructor(
    message: string,
    readonly isLimit = false,
  ) {
    super(message);
  }
}

/** Code of a pick-up that a courier declines for a day, and takes on the next. */
export const CAPACITY_EXCEEDED = 'capacity_exceeded';

/** Error for a request that the courier declined. It did nothing. */
export class CourierRefused extends Error {
  override readonly name: string = 'CourierRefused';

  /**
   * @param code ours where the service acts on it, such as `pickup_place_unknown`; else the courier's
   * @param words the courier's, at most 300 characters
   */
  constructor(
    readonly code: string,
    readonly words: string,
  ) {
    super(`the courier refused: ${code}`);
  }
}

/** Error for keys that the courier does not accept. It did nothing. */
export class CourierKeysRefused extends CourierRefused {
  override readonly name = 'CourierKeysRefused';

  constructor(words: string) {
    super('keys_refused', words);
  }
}

/** Error for an account with the courier that holds too little money. It did nothing. */
export class CourierHasNoMoney extends CourierRefused {
  override readonly name = 'CourierHasNoMoney';

  constructor(words: string) {
    super('no_money_at_courier', words);
  }
}

/** Error for an account whose work waits, so that no call was made. */
export class CourierPaused extends Error {
  override readonly name = 'CourierPaused';

  /** @param reason such as `keys_refused`, `secrets_key_wrong` or `too_many_calls` */
  constructor(readonly reason: string) {
    super(`the courier's account is paused: ${reason}`);
  }
}

/** Returns true if an error is the courier's: it did not answer, or declined. Other errors are defects of the service. */
export function isOfCourier(error: unknown): error is CourierUnknown | CourierRefused {
  return error instanceof CourierUnknown || error instanceof CourierRefused;
}
