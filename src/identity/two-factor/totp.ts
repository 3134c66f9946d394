import { generateSecret, generateURI, verify } from 'otplib';
import { SERVICE_NAME } from '../passwords/personal-password.js';

/** Tolerated deviation of a phone's clock, in seconds. */
const TOLERANCE_SECONDS = 30;

/** Makes a new secret for one-time codes, in base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** Makes the address that authenticators read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: SERVICE_NAME, label: email, secret });
}

/** Returns true if a text has the form of a one-time code. */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Finds the 30-second time step that a six-digit code belongs to; null for a wrong code. */
export async function totpStep(secret: string, code: string): Promise<number | null> {
  if (!isTotpCode(code)) return null;
  const result = await verify({ secret, token: code, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
