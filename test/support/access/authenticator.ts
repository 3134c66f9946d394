import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
  type JsonWebKey,
} from 'node:crypto';

import type { AddressInfo } from 'node:net';
import type { TestApp } from '../app.js';
import type { TestBrowser } from '../shop/people.js';

/** User present, user verified, and key included. */
const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

interface Page {
  challenge: string;
  origin: string;
}

/** Deviations of a forger from a real device. */
interface Deviations {
  rpId?: string;
  isVerified?: boolean;
  type?: string;
  counter?: number;
}

/** A device with one passkey, as the service sees it: ES256, and a counter. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  private counter = 0;
  private readonly privateKey: KeyObject;
  private readonly publicKey: JsonWebKey;

  constructor(private readonly rpId = 'localhost') {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey.export({ format: 'jwk' });
  }

  create(page: Page, deviations: Deviations = {}): object {
    const id = Buffer.from(this.id, 'base64url');
    const held = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.coseKey()]);
    const data = Buffer.concat([this.head(HAS_KEY, deviations), held]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    const response = {
      clientDataJSON: clientData(deviations.type ?? 'webauthn.create', page).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
    return this.credential(response);
  }

  sign(page: Page, deviations: Deviations = {}): object {
    this.counter = deviations.counter ?? this.counter + 1;
    const data = this.head(0, deviations);
    const client = clientData(deviations.type ?? 'webauthn.get', page);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.privateKey).toString('base64url'),
    });
  }

  /** Makes a device that has the id of this one, but not its key. */
  impostor(): Authenticator {
    return Object.assign(new Authenticator(this.rpId), { id: this.id, counter: this.counter });
  }

  private credential(response: object): object {
    const { id } = this;
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private head(flags: number, { rpId = this.rpId, isVerified = true }: Deviations): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = PRESENT | flags | (isVerified ? VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter]);
  }

  /** Writes the public key in COSE form. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey;
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

/** Makes the origin of the pages of a service without PUBLIC_URL. */
export function originOf({ server }: TestApp): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Asks for a challenge. @param path such as `session/passkey/options` */
export async function challengeOf(browser: TestBrowser, path: string): Promise<string> {
  const { status, body, text } = await browser.call('post', path);
  if (status !== 200) throw new Error(`no challenge was given: ${text}`);
  return (body.data as { options: { challenge: string } }).options.challenge;
}

/** Makes a device with a passkey that the signed-in person has registered. */
export async function registeredDevice(browser: TestBrowser, origin: string) {
  const device = new Authenticator();
  const credential = device.create({
    challenge: await challengeOf(browser, 'passkeys/options'),
    origin,
  });
  const { status, text } = await browser.call('post', 'passkeys', { name: 'Laptop', credential });
  if (status !== 201) throw new Error(`the passkey was not registered: ${text}`);
  return device;
}

function clientData(type: string, { challenge, origin }: Page): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
