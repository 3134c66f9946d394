export const LOGO_PATH = '/dashboard/logo';

/** Makes the path of a version of the logo below the address of the service. */
export function logoPath(version: string): string {
  return `${LOGO_PATH}?v=${version}`;
}
