import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/config/secrets/secret-box.js';
import type { CourierAccount } from './courier-account.entity.js';

/** The sealed columns of an account. */
export type AccountSecret = 'keys' | 'session' | 'pushSecret';

/** Seals and opens what an account keeps secret. A secret opens only in its own column of its own row. */
@Injectable()
export class AccountSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(id: number, secret: AccountSecret, text: string): string {
    return this.box.seal(text, ownerOf(id, secret));
  }

  /** @throws AppError secrets_key_wrong */
  open(id: number, secret: AccountSecret, sealed: string): string {
    return this.box.open(sealed, ownerOf(id, secret));
  }

  /** Returns an account's keys by their names. @throws AppError secrets_key_wrong */
  keysOf({ id, keys }: Pick<CourierAccount, 'id' | 'keys'>): Record<string, string> {
    return JSON.parse(this.open(id, 'keys', keys)) as Record<string, string>;
  }

  sealKeys(id: number, keys: Readonly<Record<string, string>>): string {
    return this.seal(id, 'keys', JSON.stringify(keys));
  }

  /** Seals a secret with the current key. @throws AppError secrets_key_wrong */
  sealAgain(id: number, secret: AccountSecret, sealed: string): string {
    return this.seal(id, secret, this.open(id, secret, sealed));
  }

  isCurrent(sealed: string): boolean {
    return this.box.isCurrent(sealed);
  }
}

function ownerOf(id: number, secret: AccountSecret): string {
  return `courier account ${id} ${secret}`;
}
