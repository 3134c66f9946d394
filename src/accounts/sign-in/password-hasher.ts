import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.js';

/** OWASP's recommendation for argon2id, which is the library's default; 19 MiB in KiB. */
const ARGON2: Options = {
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
};
/** Each hash takes memory and a processor; requests of stores must not wait for sign-ins. */
const RUNNING_MAX = 2;
const WAITING_MAX = 40;
const RETRY_SECONDS = 2;

/** Hashes and verifies passwords, at most two at once. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** The hash of a random password, verified when there is no account, so that both cases take the same time. */
  private decoy: Promise<string> | undefined;

  /** Hashes a password. @throws AppError unavailable while too many others wait */
  async hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalized(password), ARGON2));
  }

  /**
   * Returns whether a password has the stored hash: false for null, after the same time.
   *
   * @throws AppError unavailable while too many others wait
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    return this.inTurn(async () => {
      this.decoy ??= hash('', ARGON2);
      const isRight = await verify(stored ?? (await this.decoy), normalized(password));
      return stored !== null && isRight;
    });
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= RUNNING_MAX) {
      if (this.waiting.length >= WAITING_MAX) {
        throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
      }
      // A finished call passes its slot to the first waiter.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

/** Returns the normal form of a password: keyboards compose the same character in different ways. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
