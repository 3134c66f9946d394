/** Receiver of the headers of an answer. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}
