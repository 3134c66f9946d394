import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { SERVICE_NAME } from '../passwords/personal-password.js';
import type { Passkey } from './passkey.entity.js';
import type { NewPasskey } from './passkeys.repository.js';

/** Loads the library, which brings its own ASN.1 and CBOR. It is not loaded before a passkey is used. */
const webauthn = async (): Promise<typeof import('@simplewebauthn/server')> =>
  import('@simplewebauthn/server');

/** The person who registers a passkey. */
interface Registrant {
  userId: number;
  email: string;
  name: string;
}

/** Checks what browsers sign, by WebAuthn. The device must verify the person, by a PIN or a fingerprint. */
@Injectable()
export class PasskeyChecks {
  /** Collects what a browser needs to create a passkey. */
  async creationOptions(
    { userId, email, name }: Registrant,
    origin: string,
    existing: readonly Passkey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: SERVICE_NAME,
      rpID: rpIdOf(origin),
      userName: email,
      userDisplayName: name,
      userID: new TextEncoder().encode(String(userId)),
      attestationType: 'none',
      excludeCredentials: existing.map(({ credentialId: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Collects what a browser needs to sign in with any passkey of this service. */
  async requestOptions(origin: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({ rpID: rpIdOf(origin), userVerification: 'required' });
  }

  /** Reads the challenge that a credential claims to have signed; null if it is malformed. */
  challengeOf(credential: object): string | null {
    try {
      const { response } = credential as AuthenticationResponseJSON;
      const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
      const { challenge } = JSON.parse(text) as { challenge: unknown };
      return typeof challenge === 'string' ? challenge : null;
    } catch {
      return null;
    }
  }

  /** Checks a new passkey. @returns null if it is malformed, or of another page or challenge */
  async checkCreation(
    credential: object,
    challenge: string,
    origin: string,
  ): Promise<Omit<NewPasskey, 'userId' | 'name'> | null> {
    const { verifyRegistrationResponse } = await webauthn();
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: credential as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpIdOf(origin),
        requireUserVerification: true,
      });
      if (!verified || registrationInfo === undefined) return null;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const ways = transports.filter((way) => /^[a-z-]{1,20}$/.test(way)).slice(0, 10);
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: ways };
    } catch {
      // The library throws for everything that is wrong with a credential.
      return null;
    }
  }

  /** Checks a signature of a passkey. @returns the new counter; null if it is wrong */
  async checkSignature(
    credential: object,
    passkey: Passkey,
    { challenge, origin }: { challenge: string; origin: string },
  ): Promise<number | null> {
    const { verifyAuthenticationResponse } = await webauthn();
    const { credentialId: id, publicKey } = passkey;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: credential as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpIdOf(origin),
        requireUserVerification: true,
        // The database compares the counter, in the statement that stores it.
        credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      // The library throws for everything that is wrong with a credential.
      return null;
    }
  }
}

/** Picks the relying party of passkeys for an origin. Operators' pages may have a host of their own. */
function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}
