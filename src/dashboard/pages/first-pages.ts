import { FIRST_PAGES } from './first-page-files.js';

/** A file of the build, with the files that it needs. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Description of the build that Vite writes, by source file. */
export type Manifest = Readonly<Record<string, Chunk>>;

const APPLICATION = 'index.html';

/**
 * Writes links that make a browser load the files of a page together with those of the application, by the page's path.
 *
 * @throws Error where the build has no such page
 */
export function preloadsOf(manifest: Manifest): ReadonlyMap<string, string> {
  const common = filesOf(manifest, APPLICATION);
  const links = Object.entries(FIRST_PAGES).map(([path, { source }]): [string, string] => {
    const files = [...filesOf(manifest, source)].filter((file) => !common.has(file));
    return [path, files.map(linkTo).join('')];
  });
  return new Map(links);
}

/** Pages for people who are not signed in. */
const DOOR = /^\/dashboard\/(sign-in|accept-invitation|forgot-password|reset-password)/;
/** Starts this request before the scripts, which then use its answer. Not on pages for signing in, as it would be outdated. */
const SESSION = '/dashboard/api/session';

/** Writes the links to the first files and calls of a page. Calls come first, because files are much larger. */
export function linksFor(
  { path, query }: { path: string; query: object },
  hasSession: boolean,
  preloads: ReadonlyMap<string, string>,
): string {
  // With parameters, the page makes another call. Without a session, the call would count as a guess of a token.
  const isMade = hasSession && Object.keys(query).length === 0;
  const call = isMade ? FIRST_PAGES[path]?.call : undefined;
  const calls = DOOR.test(path) ? [] : [SESSION, ...(call === undefined ? [] : [call])];
  return calls.map(linkToCall).join('') + (preloads.get(path) ?? '');
}

function linkToCall(address: string): string {
  const href = address.replaceAll('&', '&amp;');
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}">`;
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
