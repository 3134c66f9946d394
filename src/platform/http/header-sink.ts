/** Receives the headers of an answer. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
}

/** What guards, interceptors and filters use of a response. */
export interface AnswerSink extends HeaderSink {
  statusCode: number;
  readonly headersSent: boolean;
  end(body?: Uint8Array): unknown;
  destroy(): unknown;
}
