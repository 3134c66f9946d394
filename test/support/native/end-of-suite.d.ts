export function atEndOfSuite(release: () => unknown): void;
export function endSuite(
  suite: string,
  options?: { limitMs?: number; global?: object },
): Promise<void>;
