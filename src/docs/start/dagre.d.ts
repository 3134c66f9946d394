/** What is used of it: the types it ships import files without their extensions, which ES modules can't resolve. */
declare module '@dagrejs/dagre' {
  interface Point {
    x: number;
    y: number;
  }
  interface Size {
    width: number;
    height: number;
  }
  interface EdgeName {
    v: string;
    w: string;
    name: string;
  }
  /** After the layout nodes and labels have their middle, and edges their points. */
  class Graph<EdgeLabel extends Size> {
    constructor(options: { multigraph: boolean });
    setGraph(options: Record<string, string | number>): void;
    setNode(name: string, size: Size): void;
    setEdge(from: string, to: string, label: EdgeLabel, name: string): void;
    graph(): Size;
    nodes(): string[];
    node(name: string): Size & Point;
    edges(): EdgeName[];
    edge(name: EdgeName): EdgeLabel & Point & { points: Point[] };
  }
  function layout<EdgeLabel extends Size>(graph: Graph<EdgeLabel>): void;
}
