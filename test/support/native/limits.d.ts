export const LIMIT_MS: number;
