import type { Span } from '@opentelemetry/api';

/** A caller that waits for shared work. */
export interface SpanParent {
  /** Its span; null if it is not recorded. */
  readonly span: Span | null;
}
