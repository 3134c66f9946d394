import {
  convertCssVariables,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { COLORS, colorDeclarations } from '../../src/platform/design-tokens.ts';
import { cssVariables, theme } from '../src/theme/theme.ts';

const VIRTUAL = 'virtual:theme-variables.css';
const RESOLVED = `\0${VIRTUAL}`;
/** Colors of Mantine's palette that no component of ours uses. */
const UNUSED =
  /--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/;

/**
 * Makes a plugin that builds a CSS file of our colors and of Mantine's CSS variables for our theme. Mantine would write
 * them into a style element when React starts, after the first paint.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? themeCss() : undefined),
  };
}

function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const base = defaultCssVariablesResolver(merged);
  const own = cssVariables();
  const mantine = convertCssVariables(
    {
      variables: used({ ...base.variables, ...own.variables }),
      light: used({ ...base.light, ...own.light }),
      dark: used({ ...base.dark, ...own.dark }),
    },
    ':root',
  );
  return [
    mantine,
    `:root[data-mantine-color-scheme='light'] { color-scheme: light; ${colorDeclarations(COLORS.light)} }`,
    `:root[data-mantine-color-scheme='dark'] { color-scheme: dark; ${colorDeclarations(COLORS.dark)} }`,
  ].join('\n');
}

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED.test(name)));
}
