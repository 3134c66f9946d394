import {
  Graph,
  layout,
  type Edge,
  type EdgeLabel,
  type GraphLabel,
  type NodeLabel,
  type Point,
} from '@dagrejs/dagre';
import { ORDER_EVENTS, type transitions } from '../../../src/orders/lifecycle/order-lifecycle.js';

type Transition = ReturnType<typeof transitions>[number];

const TITLE = 'An order from awaiting_payment to its end; the table below has the same in words.';
/** In the units of the drawing, which are pixels at its full size. */
const NODE_HEIGHT = 34;
const LETTER_WIDTH = 7.9;
const LABEL_LETTER_WIDTH = 6.6;
const LABEL_HEIGHT = 16;

/** Draws the order lifecycle as an SVG that reads from top to bottom. */
export function lifeDiagram(steps: readonly Transition[]): string {
  const graph = graphOf(steps);
  const { width = 0, height = 0 } = graph.graph();
  const isFinal = (status: string): boolean =>
    steps.every(({ from, to }) => from !== status || to === status);
  return [
    `<svg class="life" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}" role="img" aria-label="${TITLE}">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">',
    '<path d="M0 0 8 4 0 8Z"/></marker></defs>',
    ...graph.edges().map((edge: Edge) => {
      const isLoop = edge.v === edge.w;
      const path = isLoop ? loopAt(graph.node(edge.v)) : smoothPath(graph.edge(edge).points ?? []);
      return `<path class="arrow" d="${path}" marker-end="url(#arrow)"/>`;
    }),
    ...graph.edges().map((edge: Edge) => {
      const { x = 0, y = 0, label } = graph.edge(edge);
      return `<text class="event" x="${round(x)}" y="${round(y)}">${String(label)}</text>`;
    }),
    ...graph.nodes().map((status: string) => box(status, graph.node(status), isFinal(status))),
    '</svg>',
  ].join('\n');
}

type LifeGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>;

function graphOf(steps: readonly Transition[]): LifeGraph {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
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

function box(status: string, node: NodeLabel, isFinal: boolean): string {
  const { x = 0, y = 0, width = 0, height = 0 } = node;
  const corner = `x="${round(x - width / 2)}" y="${round(y - height / 2)}"`;
  return (
    `<g class="${isFinal ? 'status final' : 'status'}">` +
    `<rect ${corner} width="${round(width)}" height="${round(height)}" rx="8"/>` +
    `<text x="${round(x)}" y="${round(y)}">${status}</text></g>`
  );
}

/** Draws a loop at the right side of a box, where the layout leaves room for it; its points of a loop cannot be drawn. */
function loopAt({ x = 0, y = 0, width = 0 }: NodeLabel): string {
  const side = x + width / 2;
  const handle = (dy: number): string => at({ x: side + 26, y: y + dy });
  return `M${at({ x: side, y: y - 7 })} C${handle(-22)} ${handle(22)} ${at({ x: side, y: y + 7 })}`;
}

/** Draws a path through the middles of the lines between points, with the points as handles. */
function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  const last = rest.pop() ?? first;
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    const end =
      next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(end)}`;
  });
  return `M${at(first)} ${curves.join(' ')}`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(length: number): string {
  return length.toFixed(1);
}
