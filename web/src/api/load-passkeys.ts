/** True where the browser knows passkeys: on a page of https, or of this machine. */
export const HAS_PASSKEYS = 'PublicKeyCredential' in window;

/** Loads what passkeys need, once a person uses one. */
export const loadPasskeys = (): Promise<typeof import('./passkeys')> => import('./passkeys');
