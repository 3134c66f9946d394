import { join } from 'node:path';
import { FIRST_PAGES } from '../../src/dashboard/pages/first-page-files.ts';

const WEB = join(import.meta.dirname, '..');
const PAGES = ['src/main.tsx', ...Object.values(FIRST_PAGES).map(({ source }) => source)];

/** The part of Rolldown's module graph that is used here. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Makes a function that names the file for a module of our own that pages need which people open first; null for others. */
export function fileOfFirstPages(): (id: string, graph: Graph) => string | null {
  let first: ReadonlySet<string> | undefined;
  return (id, graph) => {
    first ??= ownImports(graph);
    return first.has(id) ? 'common' : null;
  };
}

/** Lists the modules of our own that the first pages import, and those that these import. */
function ownImports(graph: Graph): ReadonlySet<string> {
  const found = new Set(PAGES.map((page) => join(WEB, page)));
  // A set iterates over what is added meanwhile.
  for (const id of found) {
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    for (const own of imported.filter((each) => !each.includes('/node_modules/'))) found.add(own);
  }
  return found;
}
