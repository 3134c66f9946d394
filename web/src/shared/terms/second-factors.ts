/** Lists what a person signs in with besides the password; null: nothing. */
export function secondFactors(person: { totp: boolean; passkey: boolean }): string | null {
  const factors = [
    ...(person.totp ? ['One-time codes'] : []),
    ...(person.passkey ? ['Passkey'] : []),
  ];
  return factors.length > 0 ? factors.join(', ') : null;
}
