/** The colors of a color scheme, as CSS color values; each is the value of the CSS variable `--<name>`. */
export interface SchemeColors {
  /** The page's background. */
  ground: string;
  text: string;
  /** Secondary text. */
  soft: string;
  /** Borders and separators. */
  line: string;
  /** Areas that stand out from the background. */
  panel: string;
  /** Links, primary buttons, focus. */
  accent: string;
  /** Text on the accent color. */
  'on-accent': string;
  /** The background of selected or emphasized parts. */
  mark: string;
  /** Status: done, paid, delivered. */
  ok: string;
  /** Status: needs a person. */
  waiting: string;
  /** Status: failed or refused. */
  bad: string;
  /** Status: in progress. */
  moving: string;
  /** Status: ended. */
  calm: string;
}

/** The colors of the documentation pages and of the dashboard. */
export const COLORS: { light: SchemeColors; dark: SchemeColors } = {
  light: {
    ground: '#ffffff',
    text: '#1c2430',
    soft: '#576173',
    line: '#dde2ea',
    panel: '#f5f7fa',
    accent: '#0b6459',
    'on-accent': '#ffffff',
    mark: '#e3f4f0',
    ok: '#14703c',
    waiting: '#8a5200',
    bad: '#b3261e',
    moving: '#1d5fa8',
    calm: '#576173',
  },
  dark: {
    ground: '#14181f',
    text: '#dfe5ee',
    soft: '#9aa6b8',
    line: '#2e3644',
    panel: '#1b212b',
    accent: '#62cfbd',
    'on-accent': '#0c1f1c',
    mark: '#14352f',
    ok: '#63cf8e',
    waiting: '#f0b65a',
    bad: '#ff938a',
    moving: '#8bbcff',
    calm: '#9aa6b8',
  },
};

/** The system font of the reader. */
export const TEXT_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

export const CODE_FONT =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** Writes the CSS declarations of a scheme's variables: `--ground: #ffffff; --text: …`. */
export function colorDeclarations(colors: SchemeColors): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ');
}
