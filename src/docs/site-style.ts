import { CODE_FONT, COLORS, TEXT_FONT, colorDeclarations } from '../platform/design-tokens.js';

/** The look of every page: the reader's own fonts, light or dark as the reader's system, paper as it is. */
export const SITE_STYLE = `
:root { color-scheme: light dark; --code: ${CODE_FONT}; ${colorDeclarations(COLORS.light)} }
@media screen and (prefers-color-scheme: dark) {
  :root { ${colorDeclarations(COLORS.dark)} }
}

*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.6 ${TEXT_FONT};
  overflow-wrap: break-word;
}
.page a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 3; padding: 0.5rem; background: var(--ground); }
.notice { padding: 1rem; }

header.site {
  position: sticky;
  top: 0;
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.25rem 1.5rem;
  padding: 0.7rem clamp(1rem, 4vw, 2rem);
  background: var(--ground);
  border-bottom: 1px solid var(--line);
}
header.site .brand { font-weight: 650; letter-spacing: -0.01em; }
header.site nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; }
header.site a { color: var(--soft); text-decoration: none; font-size: 0.94rem; }
header.site a:hover { color: var(--accent); text-decoration: underline; }
header.site a[aria-current] { color: var(--text); box-shadow: 0 2px 0 var(--accent); }

.page { max-width: 66rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2rem) 5rem; }
.page main { min-width: 0; max-width: 46rem; }
.contents { font-size: 0.94rem; }
.contents ol {
  columns: 2;
  gap: 1rem;
  margin: 1.25rem 0 0;
  padding: 0.8rem 1rem;
  list-style: none;
  background: var(--panel);
  border-radius: 8px;
}
.contents li { break-inside: avoid; padding: 0.2rem 0; line-height: 1.35; }
.page .contents a { color: var(--soft); text-decoration: none; }
.page .contents a:hover { color: var(--accent); text-decoration: underline; }
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 3.5rem; }
  .contents ol {
    columns: 1;
    position: sticky;
    top: 4.5rem;
    max-height: calc(100vh - 5rem);
    margin-top: 2.6rem;
    overflow-y: auto;
    padding: 0;
    background: none;
  }
}

.page h1, .page h2, .page h3 { line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
.page h1 { margin: 2.4rem 0 0.8rem; font-size: clamp(1.8rem, 1.4rem + 2vw, 2.5rem); }
.page h2 { margin: 3.2rem 0 0.8rem; font-size: 1.45rem; }
.page h3 { margin: 1.8rem 0 0.5rem; font-size: 1.08rem; }
.page h3 small { color: var(--soft); font-weight: 400; }
.page .lead { font-size: 1.15rem; line-height: 1.5; }
.page h2 a { color: inherit; text-decoration: none; }
.page h2 a:hover::after, .page h2 a:focus::after { content: ' #'; color: var(--soft); font-weight: 400; }
.page li { margin: 0.3rem 0; }
.page.front { display: block; }
.page dt { margin-top: 1rem; font-weight: 600; }
.page dd { margin: 0.2rem 0 0 1rem; }
.page small { color: var(--soft); font-size: 0.86rem; line-height: 1.45; }
.page .formula {
  padding: 0.9rem 1.1rem;
  background: var(--mark);
  border-radius: 8px;
  font-size: 1.05rem;
}

.page code { font-family: var(--code); font-size: 0.88em; }
@media (min-width: 48rem) {
  .page :not(pre) > code, .page tbody th { white-space: nowrap; }
  wbr { display: none; }
}
.page :not(pre) > code { padding: 0.1em 0.3em; background: var(--panel); border-radius: 4px; }
.page pre {
  margin: 0.8rem 0;
  padding: 0.9rem 1.1rem;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 8px;
  line-height: 1.5;
  white-space: pre-wrap;
  tab-size: 2;
}
.page summary { cursor: pointer; color: var(--accent); }
.page .copy { position: relative; }
.page .copy button {
  position: absolute;
  top: 0.45rem;
  right: 0.45rem;
  padding: 0.2rem 0.7rem;
  font: inherit;
  font-size: 0.84rem;
  color: var(--soft);
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: 6px;
  cursor: pointer;
}
.page .copy button:hover { color: var(--accent); border-color: currentColor; }
@media (max-width: 47.99rem) {
  /* It takes several lines here, and would cover headings that links lead to. */
  header.site { position: static; }
  html { scroll-padding-top: 1rem; }
  .page .copy pre { padding-top: 2.6rem; }
}

.page table { width: 100%; margin: 0.8rem 0; border-collapse: collapse; font-size: 0.95rem; line-height: 1.45; }
.page th, .page td { padding: 0.5rem 0.9rem 0.5rem 0; text-align: left; vertical-align: top; font-weight: 400; }
.page thead th { color: var(--soft); font-size: 0.86rem; }
.page tbody tr { border-top: 1px solid var(--line); }
.page tbody td small, .page tbody th small { display: block; }

figure { margin: 1.2rem calc(-1 * clamp(0rem, 2rem - 2vw, 1rem)); }
svg.life { display: block; max-width: 100%; height: auto; margin: 0 auto; }
.life text { fill: var(--text); font: 13px var(--code); text-anchor: middle; dominant-baseline: central; }
.life .status rect { fill: var(--panel); stroke: var(--soft); }
.life .status.final rect { fill: var(--mark); stroke: var(--accent); }
.life .arrow { fill: none; stroke: var(--soft); stroke-width: 1.3; }
.life marker path { fill: var(--soft); }
.life text.event {
  font: 12.5px ${TEXT_FONT};
  paint-order: stroke;
  stroke: var(--ground);
  stroke-width: 6px;
}

@media print {
  header.site, .contents, .copy button, .skip { display: none; }
  body { font-size: 10.5pt; }
  .page { display: block; padding: 0; }
  .page main { max-width: none; }
  h2, h3 { break-after: avoid; }
  tr, pre, figure { break-inside: avoid; }
  figure { margin: 1.2rem 0; }
  details > :not(summary) { display: block; }
}
`;
