/** The `jest` object of the suite that runs: `@jest/globals` works only in Jest's own module registry. */
export const jest = new Proxy(
  {},
  { get: (_, name) => globalThis[Symbol.for('jest-of-the-suite')][name] },
);
