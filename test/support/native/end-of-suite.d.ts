export function atEndOfSuite(release: () => unknown): void;
export function atEndOfWorker(release: () => unknown): void;
export function endSuite(suite: string, limitMs?: number): Promise<void>;
