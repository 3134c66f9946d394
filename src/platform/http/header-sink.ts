/** Where the headers of an answer go. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}
