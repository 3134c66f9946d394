import { Graph, layout, type Point, type Size } from '@dagrejs/dagre';
import type { OrderEvent, OrderStatus } from '../../orders/order-lifecycle.js';
import { html, type Html } from '../html.js';

/** A change of status with the words that stand at its arrow. */
interface LabelledTransition {
  from: OrderStatus;
  event: OrderEvent;
  to: OrderStatus;
  label: string;
}

/** In the units of the drawing, which are pixels at its full size. */
const NODE_HEIGHT = 34;
const LETTER_WIDTH = 7.9;
const LABEL_LETTER_WIDTH = 6.6;
const LABEL_HEIGHT = 16;

/** The transitions as a drawing that reads from top to bottom; its colors are the page's. */
export function lifeDiagram(transitions: readonly LabelledTransition[], title: string): Html {
  const graph = laidOut(transitions);
  const { width, height } = graph.graph();
  const isFinal = (status: string): boolean =>
    transitions.every(({ from, to }) => from !== status || to === status);
  return html`<svg
    class="life"
    viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}"
    width="${Math.ceil(width)}"
    role="img"
    aria-label="${title}"
  >
    <defs>
      <marker
        id="arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="8"
        markerHeight="8"
        orient="auto"
      >
        <path d="M0 0 8 4 0 8Z" />
      </marker>
    </defs>
    ${graph.edges().map(({ v, w, name }) => arrow(v === w ? loopAt(graph.node(v)) : smoothPath(graph.edge({ v, w, name }).points)))}
    ${graph.edges().map((edge) => arrowLabel(graph.edge(edge)))}
    ${graph.nodes().map((status) => box(status, graph.node(status), isFinal(status)))}
  </svg>`;
}

interface Label extends Size {
  label: string;
  labelpos: 'c';
}

function laidOut(transitions: readonly LabelledTransition[]): Graph<Label> {
  const graph = new Graph<Label>({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 26, marginx: 2, marginy: 2 });
  for (const status of new Set(transitions.flatMap(({ from, to }) => [from, to]))) {
    graph.setNode(status, { width: status.length * LETTER_WIDTH + 24, height: NODE_HEIGHT });
  }
  for (const { from, event, to, label } of transitions) {
    const width = label.length * LABEL_LETTER_WIDTH + 6;
    graph.setEdge(from, to, { label, width, height: LABEL_HEIGHT, labelpos: 'c' }, event);
  }
  layout(graph);
  return graph;
}

function box(status: string, { x, y, width, height }: Point & Size, isFinal: boolean): Html {
  return html`<g class="${isFinal ? 'status final' : 'status'}">
    <rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8" />
    <text x="${x}" y="${y}">${status}</text>
  </g>`;
}

function arrow(path: string): Html {
  return html`<path class="arrow" d="${path}" marker-end="url(#arrow)" />`;
}

function arrowLabel({ x, y, label }: Point & Label): Html {
  return html`<text class="event" x="${x}" y="${y}">${label}</text>`;
}

/** At the right side, where the layout leaves room for it; the points it gives are of no use. */
function loopAt({ x, y, width }: Point & Size): string {
  const side = x + width / 2;
  const handle = (dy: number): string => at({ x: side + 26, y: y + dy });
  return `M${at({ x: side, y: y - 7 })} C${handle(-22)} ${handle(22)} ${at({ x: side, y: y + 7 })}`;
}

/** Through the middles of the points' connections, with the points between as handles. */
function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return '';
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    const end =
      next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(end)}`;
  });
  return `M${at(first)} ${curves.join(' ')}`;
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
