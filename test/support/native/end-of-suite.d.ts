export function atEndOfSuite(release: () => unknown): void;
