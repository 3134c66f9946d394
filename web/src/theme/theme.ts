import {
  createTheme,
  type ConvertCSSVariablesInput,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { CODE_FONT, COLORS, TEXT_FONT } from '../../../src/platform/design-tokens.ts';

/** Ten equal shades, which Mantine requires. Components use our CSS variables instead, which change with the scheme. */
const ACCENT = Array.from(
  { length: 10 },
  () => COLORS.light.accent,
) as unknown as MantineColorsTuple;

/** Picks the colors of buttons, from our CSS variables; Mantine's own choice ignores the dark scheme's contrast. */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const tone = color === 'red' ? 'var(--bad)' : 'var(--accent)';
  const tint = (percent: number): string => `color-mix(in srgb, ${tone} ${percent}%, transparent)`;
  if (variant === 'filled') {
    return {
      background: tone,
      hover: `color-mix(in srgb, ${tone} 88%, var(--text))`,
      color: color === 'red' ? 'var(--ground)' : 'var(--on-accent)',
      border: '1px solid transparent',
    };
  }
  if (variant === 'default') {
    return {
      background: 'var(--ground)',
      hover: 'var(--panel)',
      color: color === 'red' ? 'var(--bad)' : 'var(--text)',
      border: '1px solid var(--line-strong)',
    };
  }
  return {
    background: variant === 'light' ? tint(10) : 'transparent',
    hover: tint(variant === 'light' ? 16 : 10),
    color: tone,
    border: '1px solid transparent',
  };
};

const WITH_CLOSE_BUTTON = { closeButtonProps: { 'aria-label': 'Close' } };

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: ACCENT },
  variantColorResolver,
  fontFamily: TEXT_FONT,
  fontFamilyMonospace: CODE_FONT,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: { fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The star would be part of the label's text: base.css draws it.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // The press of a button would send the nearest allowed amount instead of the typed one, which the service refuses.
    NumberInput: { defaultProps: { clampBehavior: 'none' } },
    Modal: { defaultProps: WITH_CLOSE_BUTTON },
    Drawer: { defaultProps: WITH_CLOSE_BUTTON },
  },
});

/** Takes Mantine's semantic colors, taken from ours in both schemes. */
export function cssVariables(): ConvertCSSVariablesInput {
  const semantic = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--soft)',
    '--mantine-color-placeholder': 'var(--soft)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--ground)',
    '--mantine-color-default-hover': 'var(--panel)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--panel)',
    '--mantine-color-disabled-color': 'var(--soft)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent)',
    '--mantine-primary-color-light': 'var(--mark)',
    '--mantine-primary-color-light-hover': 'var(--mark)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-accent-filled': 'var(--accent)',
  };
  return {
    // Borders of inputs and buttons need a contrast of 3 to 1 against the background.
    variables: { '--line-strong': 'color-mix(in srgb, var(--soft) 72%, var(--ground))' },
    light: semantic,
    dark: semantic,
  };
}
