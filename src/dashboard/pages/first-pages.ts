/** A file of the build with what it needs. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Description of the build that Vite writes, by source file. */
export type Manifest = Readonly<Record<string, Chunk>>;

const APPLICATION = 'index.html';

/** Pages that people often open first, by path. Others are loaded when the application has read the address. */
const FIRST_PAGES: Readonly<Record<string, string>> = {
  '/dashboard/sign-in': 'src/pages/sign-in/sign-in-page.tsx',
  '/dashboard/orders': 'src/pages/orders/orders-page.tsx',
  '/dashboard/wallet': 'src/pages/wallet/wallet-page.tsx',
  '/dashboard/office': 'src/pages/office/today/today-page.tsx',
  '/dashboard/office/orders': 'src/pages/office/orders/orders-page.tsx',
  '/dashboard/office/shipping': 'src/pages/office/shipping/shipping-page.tsx',
  '/dashboard/office/clients': 'src/pages/office/clients/clients-page.tsx',
};

/**
 * Returns links that make a browser load the files of a page together with those of the application, by the page's path.
 *
 * @throws Error where the build has no such page
 */
export function preloadsOf(manifest: Manifest): ReadonlyMap<string, string> {
  const common = filesOf(manifest, APPLICATION);
  const links = Object.entries(FIRST_PAGES).map(([path, source]): [string, string] => {
    const files = [...filesOf(manifest, source)].filter((file) => !common.has(file));
    return [path, files.map(linkTo).join('')];
  });
  return new Map(links);
}

/** Pages for people who are not signed in. */
const DOOR = /^\/dashboard\/(sign-in|accept-invitation|forgot-password|reset-password)/;
/**
 * Begins the call for the signed-in person before the scripts are there, which then take its answer. At the door it would
 * answer for the time before the person signed in.
 */
const SESSION =
  '<link rel="preload" as="fetch" crossorigin="anonymous" href="/dashboard/api/session">';

/** Returns the links to what the page at a path needs first. */
export function linksFor(path: string, preloads: ReadonlyMap<string, string>): string {
  return (DOOR.test(path) ? '' : SESSION) + (preloads.get(path) ?? '');
}

function filesOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The dashboard's build has no ${name}.`);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found);
  return found;
}

function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="/dashboard/${file}">`;
}
