import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../settings.js';
import { AppError } from '../../http/errors.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;
/** Version, key id, and nonce, tag and ciphertext in base64url. */
const SEALED = /^v1:([0-9a-f]{8}):([\w-]+)$/;

/** A key with the id that stored secrets name it by. */
interface Key {
  id: string;
  bytes: Buffer;
}

/** Encrypts secrets that the database stores, with AES-256-GCM and the key of SECRETS_KEY. */
@Injectable()
export class SecretBox {
  /** null: production without SECRETS_KEY, or a command before the first start. */
  private readonly key: Key | null;
  private readonly readable: ReadonlyMap<string, Key>;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { secretsKey, secretsKeyPrevious } = settings;
    this.key = secretsKey === null ? null : toKey(secretsKey);
    const previous = secretsKeyPrevious === null ? null : toKey(secretsKeyPrevious);
    const keys = [this.key, previous].filter((key) => key !== null);
    this.readable = new Map(keys.map((key) => [key.id, key]));
  }

  /**
   * Encrypts a text.
   *
   * @param owner the row that it belongs to: it cannot be decrypted in another one
   * @throws AppError secrets_key_wrong without a key
   */
  seal(text: string, owner: string): string {
    if (this.key === null) throw new AppError('secrets_key_wrong');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key.bytes, nonce).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const parts = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    return `v1:${this.key.id}:${parts.toString('base64url')}`;
  }

  /**
   * Decrypts a text. Returns a text that an earlier release stored unencrypted.
   *
   * @throws AppError secrets_key_wrong for a text of an unknown key, of another row, or that was changed
   */
  open(sealed: string, owner: string): string {
    const [, keyId, parts] = SEALED.exec(sealed) ?? [];
    if (keyId === undefined || parts === undefined) return sealed;
    const key = this.readable.get(keyId);
    if (key === undefined) throw new AppError('secrets_key_wrong');
    const bytes = Buffer.from(parts, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    } catch {
      throw new AppError('secrets_key_wrong');
    }
  }

  /** Returns true if a text is encrypted with the current key. */
  isCurrent(sealed: string): boolean {
    return SEALED.exec(sealed)?.[1] === this.key?.id;
  }
}

function toKey(bytes: Buffer): Key {
  return { id: hash('sha256', bytes, 'hex').slice(0, KEY_ID_LENGTH), bytes };
}
