export function atEndOfSuite(release: () => void): void;
