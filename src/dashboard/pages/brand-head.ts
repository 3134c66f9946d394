import type { AccentColors } from '../../identity/brand/accent.js';
import type { BrandTheme } from '../../identity/brand/brand.service.js';
import { logoPath } from '../../identity/brand/logo-path.js';
import { COLORS } from '../../platform/design-tokens.js';
import { escapeHtml } from '../../platform/escape-html.js';

/** Title of the built page. */
const TITLE = /<title>[^<]*<\/title>/;

/**
 * Writes the wholesaler's theme into the page, so that the first paint has it.
 * - the name and the logo are `meta` elements that the application reads
 * - the color is a set of CSS variables that override those of the stylesheets
 *
 * @param nonce placeholder of the nonce
 */
export function withBrand(
  html: string,
  { name, address, accent, logo }: BrandTheme,
  nonce: string,
): string {
  const head = [
    ...(name === null ? [] : [meta('brand-name', name)]),
    ...(address.length === 0 ? [] : [meta('brand-address', address.join('\n'))]),
    ...(logo === null
      ? []
      : [
          meta('brand-logo', logoPath(logo.version)),
          `<link rel="icon" href="${logoPath(logo.version)}">`,
        ]),
    ...(accent.light.accent === COLORS.light.accent
      ? []
      : [
          `<style nonce="${nonce}">${variables('light', accent.light)}${variables('dark', accent.dark)}</style>`,
        ]),
  ].join('');
  const titled =
    name === null ? html : html.replace(TITLE, () => `<title>${escapeHtml(name)}</title>`);
  return titled.replace('</head>', () => `${head}</head>`);
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function variables(scheme: 'light' | 'dark', colors: AccentColors): string {
  const { accent, mark } = colors;
  // Twice the root: stylesheets, which come after it, have these variables too.
  return `:root:root[data-mantine-color-scheme=${scheme}]{--accent:${accent};--on-accent:${colors['on-accent']};--mark:${mark}}`;
}
