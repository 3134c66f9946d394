import fc from 'fast-check';
import { COLORS } from '../../platform/design-tokens.js';
import { AA, accentOf, contrastOf } from './accent.js';

describe('the accent', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  });

  it('stays as chosen where it can be read', () => {
    const { light, dark } = accentOf('#0b6459');
    expect(light).toMatchObject({ accent: '#0b6459', 'on-accent': '#ffffff' });
    expect(dark.accent).not.toBe('#0b6459');
    expect(accentOf('#ffee00').light.accent).not.toBe('#ffee00');
    expect(accentOf('#ffee00').dark.accent).toBe('#ffee00');
  });

  it('can be read on every ground of both schemes, for any color', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (chosen) => {
        const { light, dark, isAdapted } = accentOf(chosen);
        for (const [scheme, colors] of [
          [COLORS.light, light],
          [COLORS.dark, dark],
        ] as const) {
          for (const ground of [scheme.ground, scheme.panel, colors.mark, colors['on-accent']]) {
            expect(contrastOf(colors.accent, ground)).toBeGreaterThanOrEqual(AA);
          }
          expect(contrastOf(scheme.text, colors.mark)).toBeGreaterThanOrEqual(AA);
        }
        expect(isAdapted).toBe(light.accent !== chosen || dark.accent !== chosen);
      }),
    );
  });
});
