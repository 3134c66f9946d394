import { randomInt } from 'node:crypto';

/** Without k, r and s: one courier refuses addresses that contain sr or kr. */
const LETTERS = 'abcdefghijlmnopqtuvwxyz';
const KEY_LENGTH = 32;
const REFUSED = ['shiprocket', 'kartrocket', 'sr', 'kr'];

/** Draws the last part of a push address, or the secret of its header. */
export function newPushKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Lists what makes couriers refuse an address of pushes, or others read them. */
export function pushUrlWarnings(url: string): PushUrlWarning[] {
  const text = url.toLowerCase();
  const isRefused = REFUSED.some((word) => text.includes(word));
  return [
    ...(text.startsWith('https://') ? [] : (['not_https'] as const)),
    ...(isRefused ? (['refused_word'] as const) : []),
  ];
}

export const PUSH_URL_WARNINGS = {
  not_https: 'it is not https, so its secret can be read on the way',
  refused_word: 'it contains sr, kr, shiprocket or kartrocket, which Shiprocket refuses',
} as const;
export type PushUrlWarning = keyof typeof PUSH_URL_WARNINGS;
