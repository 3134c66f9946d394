import { COLORS, type SchemeColors } from '../../platform/design-tokens.js';

export type AccentColors = Pick<SchemeColors, 'accent' | 'on-accent' | 'mark'>;

/** The accent in both schemes. `isAdapted`: the chosen color cannot be read in one of them. */
export interface Accent {
  light: AccentColors;
  dark: AccentColors;
  isAdapted: boolean;
}

/** The accent of an installation that has not chosen one. */
export const OWN_ACCENT: Accent = { light: COLORS.light, dark: COLORS.dark, isAdapted: false };

/** The minimum contrast of text by WCAG 2.2, level AA. */
export const AA = 4.5;

type Rgb = readonly [number, number, number];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const STEPS = 50;

/** Computes the accent of both schemes from the chosen color. It is made darker or lighter where text in it could not be read. */
export function accentOf(chosen: string): Accent {
  const light = readable(chosen, COLORS.light, BLACK, 0.1);
  const dark = readable(chosen, COLORS.dark, WHITE, 0.18);
  return { light, dark, isAdapted: light.accent !== chosen || dark.accent !== chosen };
}

/** Computes the contrast of two colors, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** Moves a color towards an end until it can be read on each background of a scheme. The end itself can always be read. */
function readable(
  chosen: string,
  { ground, panel }: SchemeColors,
  end: Rgb,
  tint: number,
): AccentColors {
  for (let step = 0; ; step += 1) {
    const accent = format(mix(parse(chosen), end, step / STEPS));
    const mark = format(mix(parse(ground), parse(accent), tint));
    const on = [WHITE, mix(BLACK, parse(accent), 0.1)].map(format);
    const onAccent = on.find((color) => contrastOf(color, accent) >= AA);
    const isRead = [ground, panel, mark].every((color) => contrastOf(accent, color) >= AA);
    if (isRead && onAccent !== undefined) return { accent, 'on-accent': onAccent, mark };
  }
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(color: string): Rgb {
  const at = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function format(color: Rgb): string {
  return `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
