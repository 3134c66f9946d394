import { validateHeaderValue } from 'node:http';
import type { HttpArgumentsHost } from '@nestjs/common/internal';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { AnswerSink } from '../header-sink.js';
import type { RouteHandler } from '../nest-metadata.js';
import { contentOf, type Answer, type Content } from '../representation/representation.js';
import type { TrackedRequest } from '../request-context.js';
import type { LaneQuery } from './lane-query.js';

/** The variable parts of a URL. */
export interface ReadUrl {
  /** The key in its path; empty for a path without one. */
  key: string;
  query: LaneQuery;
}

/** Nest's context of a lane request. It is its own HTTP host, as Nest's makes three functions whenever it is asked for one. */
export class LaneContext extends ExecutionContextHost implements HttpArgumentsHost {
  constructor(
    { controller, handler }: RouteHandler,
    readonly request: TrackedRequest,
    readonly response: LaneResponse,
    readonly inUrl: ReadUrl,
  ) {
    super([request, response], controller, handler);
  }

  override switchToHttp(): this {
    return this;
  }

  getRequest<T>(): T {
    return this.request as T;
  }

  getResponse<T>(): T {
    return this.response as T;
  }

  getNext<T>(): T {
    return this.getArgByIndex<T>(2);
  }
}

/** Answer that may end its connection. */
export interface LaneAnswer extends Answer {
  /** True if the connection is to be closed with it. */
  isLast: boolean;
}

/** Response to a lane request, which is written as a whole. */
export class LaneResponse implements AnswerSink {
  headersSent = false;
  private isLast = false;
  private readonly headers: string[];

  /** @param common headers of each answer of the route, names and values in turn */
  constructor(
    private readonly request: TrackedRequest,
    public statusCode: number,
    common: readonly string[],
    private readonly write: (answer: LaneAnswer) => void,
  ) {
    this.headers = [...common, 'X-Request-Id', request.requestId ?? ''];
  }

  setHeader(name: string, value: string): void {
    // FastConnection writes headers without Node's checks: a line break in a value would begin a second header.
    validateHeaderValue(name, value);
    if (name === 'Connection') this.isLast = value === 'close';
    else this.headers.push(name, value);
  }

  appendHeader(name: string, value: string): void {
    this.setHeader(name, value);
  }

  end(body?: Uint8Array): void {
    this.send(body === undefined ? null : contentOf([body]));
  }

  send(content: Content | null): void {
    this.headersSent = true;
    const { statusCode: status, headers, isLast } = this;
    this.write({ status, headers, content, isLast });
  }

  destroy(): void {
    this.request.socket.destroy();
  }
}
