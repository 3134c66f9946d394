import { goalText, isReached, mainFigure, mainFigureText } from './goal.js';

const WIDTH = 800;
const LABEL_WIDTH = 150;
const TEXT_WIDTH = 190;
const PLOT_WIDTH = WIDTH - LABEL_WIDTH - TEXT_WIDTH;
const ROW_HEIGHT = 26;
const BAR_HEIGHT = 14;
const HEAD_HEIGHT = 52;
/** Where the axis ends; a longer bar is cut off there. */
const AXIS_END = 1.25;
const TICKS = [0, 0.25, 0.5, 0.75, 1, 1.25];

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .soft { fill: #59636e; font-size: 12px; }
  .axis { stroke: #d1d9e0; }
  .reached { fill: #2a78d6; }
  .missed { fill: #b45309; }
  .goal { stroke: #1f2328; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .soft { fill: #9198a1; }
    .axis { stroke: #3d444d; }
    .reached { fill: #4c8fe6; }
    .missed { fill: #e8883a; }
    .goal { stroke: #f0f6fc; }
  }`;

/**
 * Two charts, one above the other: what is to be high against the machine's limit, and what is to be low
 * against the most that is allowed. A bar for each result and a mark at its goal.
 *
 * @param {import('./comparison.js').Result[]} results
 * @returns {string} an SVG, for light and dark pages
 */
export function chart(results) {
  const high = results.filter(({ goal }) => 'atLeast' in goal);
  const low = results.filter(({ goal }) => 'atMost' in goal);
  const top = plot('Share of the limit: more is better', high, (value) => value, 0);
  const rest = plot(
    'Share of the most that is allowed: less is better',
    low,
    (value, { atMost }) => value / atMost,
    top.height,
  );
  const height = top.height + rest.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Each measured figure with its goal">
<style>${STYLE}
</style>
${top.svg}
${rest.svg}
</svg>
`;
}

function plot(title, results, share, y) {
  const height = HEAD_HEIGHT + results.length * ROW_HEIGHT + 12;
  const rows = results.map((result, index) =>
    bar(result, share, y + HEAD_HEIGHT + index * ROW_HEIGHT),
  );
  const svg = [
    text('title', 0, y + 18, title),
    ...TICKS.map((tick) => axis(tick, y, height)),
    ...rows,
  ];
  return { height, svg: svg.join('\n') };
}

function axis(tick, y, height) {
  const x = xOf(tick);
  return `<line class="axis" x1="${x}" x2="${x}" y1="${y + HEAD_HEIGHT - 6}" y2="${y + height - 12}"/>
${text('soft', x, y + HEAD_HEIGHT - 12, String(tick), 'middle')}`;
}

function bar(result, share, y) {
  const middle = y + ROW_HEIGHT / 2;
  const label = text('', LABEL_WIDTH - 10, middle + 4, result.row, 'end');
  const { goal } = result;
  const goalX = xOf(share('atLeast' in goal ? goal.atLeast : goal.atMost, goal));
  const mark = `<line class="goal" x1="${goalX}" x2="${goalX}" y1="${y + 2}" y2="${y + ROW_HEIGHT - 2}"/>`;
  const side = WIDTH - TEXT_WIDTH + 14;
  if (!mainFigure(result)) {
    const why = result.failed ? 'failed' : 'not offered';
    return [label, mark, text('soft', side, middle + 4, `${why} (goal ${goalText(goal)})`)].join(
      '\n',
    );
  }
  const { median } = mainFigure(result);
  const reached = isReached(goal, median);
  const width = Math.max(1, xOf(share(median, goal)) - LABEL_WIDTH);
  const shape = `<rect class="${reached ? 'reached' : 'missed'}" x="${LABEL_WIDTH}" y="${middle - BAR_HEIGHT / 2}" width="${width}" height="${BAR_HEIGHT}"/>`;
  const figures = `${mainFigureText(result)} (goal ${goalText(goal)}${reached ? '' : ': missed'})`;
  return [label, shape, mark, text('soft', side, middle + 4, figures)].join('\n');
}

function xOf(share) {
  return Math.round(LABEL_WIDTH + (Math.min(share, AXIS_END) / AXIS_END) * PLOT_WIDTH);
}

function text(className, x, y, content, anchor = 'start') {
  return `<text class="${className}" x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
}
