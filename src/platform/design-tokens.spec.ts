import { COLORS } from './design-tokens.js';

/** Contrast of text against its background that WCAG 2.2 AA requires. */
const TEXT_CONTRAST = 4.5;

describe.each(Object.entries(COLORS))('the colors of the %s scheme', (_scheme, colors) => {
  const { ground, panel, mark, accent, 'on-accent': onAccent } = colors;
  const { text, soft, ok, waiting, bad, moving, calm } = colors;
  const texts = { text, soft, accent, ok, waiting, bad, moving, calm };

  it.each(Object.entries(texts))('%s is readable on every background', (_name, color) => {
    for (const background of [ground, panel, mark]) {
      expect(contrast(color, background)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  it('text on the accent color is readable', () => {
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });
});

/** Computes the contrast ratio of two colors `#rrggbb`, from 1 to 21, as WCAG defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
