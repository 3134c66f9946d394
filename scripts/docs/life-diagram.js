// The drawing of the order lifecycle on the start page. `write` draws it from the transitions in the code; `check`
// fails if the drawing in the code is outdated.
import { readFile, writeFile } from 'node:fs/promises';
import { Graph, layout } from '@dagrejs/dagre';
import prettier from 'prettier';
import { ORDER_EVENTS, transitions } from '../../dist/src/orders/order-lifecycle.js';

const FILE = 'src/docs/start/life-diagram.ts';
const TITLE = 'An order from awaiting_payment to its end; the table below has the same in words.';
/** In the units of the drawing, which are pixels at its full size. */
const NODE_HEIGHT = 34;
const LETTER_WIDTH = 7.9;
const LABEL_LETTER_WIDTH = 6.6;
const LABEL_HEIGHT = 16;

const commands = { write, check };
const command = commands[process.argv[2]];
if (command === undefined) {
  process.stderr.write(`usage: npm run life-diagram -- ${Object.keys(commands).join(' | ')}\n`);
  process.exit(2);
}
process.exitCode = await command();

async function write() {
  await writeFile(FILE, await source());
  return 0;
}

async function check() {
  if ((await readFile(FILE, 'utf8')) === (await source())) return 0;
  process.stderr.write(`${FILE} does not match the code: run npm run life-diagram -- write\n`);
  return 1;
}

async function source() {
  const text = [
    "import { Html } from '../html.js';",
    '',
    '/** The order lifecycle as a drawing in the colors of the page. Written by `npm run life-diagram -- write`. */',
    `export const LIFE_DIAGRAM = new Html(\`${drawing(transitions())}\`);`,
    '',
  ].join('\n');
  return prettier.format(text, { ...(await prettier.resolveConfig(FILE)), filepath: FILE });
}

/** Returns the transitions as an SVG that reads from top to bottom. */
function drawing(steps) {
  const graph = laidOut(steps);
  const [width, height] = [graph.graph().width, graph.graph().height].map(Math.ceil);
  const isFinal = (status) => steps.every(({ from, to }) => from !== status || to === status);
  return [
    `<svg class="life" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${TITLE}">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">',
    '<path d="M0 0 8 4 0 8Z"/></marker></defs>',
    ...graph.edges().map((edge) => arrow(graph, edge)),
    ...graph.edges().map((edge) => arrowLabel(graph.edge(edge))),
    ...graph.nodes().map((status) => box(status, graph.node(status), isFinal(status))),
    '</svg>',
  ].join('\n');
}

function laidOut(steps) {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 26, marginx: 2, marginy: 2 });
  for (const status of new Set(steps.flatMap(({ from, to }) => [from, to]))) {
    graph.setNode(status, { width: status.length * LETTER_WIDTH + 24, height: NODE_HEIGHT });
  }
  for (const { from, event, to } of steps) {
    const label = ORDER_EVENTS[event].label;
    const width = label.length * LABEL_LETTER_WIDTH + 6;
    graph.setEdge(from, to, { label, width, height: LABEL_HEIGHT, labelpos: 'c' }, event);
  }
  layout(graph);
  return graph;
}

function box(status, { x, y, width, height }, isFinal) {
  const corner = `x="${round(x - width / 2)}" y="${round(y - height / 2)}"`;
  return (
    `<g class="${isFinal ? 'status final' : 'status'}">` +
    `<rect ${corner} width="${round(width)}" height="${round(height)}" rx="8"/>` +
    `<text x="${round(x)}" y="${round(y)}">${status}</text></g>`
  );
}

function arrow(graph, edge) {
  const path = edge.v === edge.w ? loopAt(graph.node(edge.v)) : smoothPath(graph.edge(edge).points);
  return `<path class="arrow" d="${path}" marker-end="url(#arrow)"/>`;
}

function arrowLabel({ x, y, label }) {
  return `<text class="event" x="${round(x)}" y="${round(y)}">${label}</text>`;
}

/** Draws a loop at the right side, where the layout leaves room for it, and ignores the points of the layout. */
function loopAt({ x, y, width }) {
  const side = x + width / 2;
  const handle = (dy) => at({ x: side + 26, y: y + dy });
  return `M${at({ x: side, y: y - 7 })} C${handle(-22)} ${handle(22)} ${at({ x: side, y: y + 7 })}`;
}

/** Draws a path through the midpoints between the points, with the points as handles. */
function smoothPath(points) {
  const [first, ...rest] = points;
  const last = rest.pop();
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    const end =
      next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(end)}`;
  });
  return `M${at(first)} ${curves.join(' ')}`;
}

function at({ x, y }) {
  return `${round(x)} ${round(y)}`;
}

function round(length) {
  return length.toFixed(1);
}
