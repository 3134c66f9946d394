import { registerHooks } from 'node:module';

let urls = new Set();
let version = '';
let isHooked = false;

/** Lets the next suites load some modules again, once. */
export function loadAgain(those, by) {
  urls = new Set(those);
  version = by;
}

/** Registers the hook for that, after those of the runtime, which decide which file is meant. */
export function hookReloading() {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      return urls.has(resolved.url)
        ? { ...resolved, url: `${resolved.url}?mutant=${version}` }
        : resolved;
    },
  });
}
