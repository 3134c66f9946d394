import type {
  ArgumentMetadata,
  CanActivate,
  ExceptionFilter,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import type { HeaderSink } from '../header-sink.js';
import type { RouteHandler } from '../nest-metadata.js';
import type { Answer, Content } from '../representation/representation.js';
import type { TrackedRequest } from '../request-context.js';

// The fast lane can't run a guard, interceptor, pipe or filter as Nest does: it has no ExecutionContext, no Observable
// and no Express response. One that applies to a lane route therefore also offers the form below, and calls the same
// code in both.

/** What an enhancer learns of a route at start. */
export interface LaneRoute extends RouteHandler {
  method: 'GET' | 'POST';
}

/** Lets a request pass. @throws AppError to refuse it */
export type LaneCheck = (request: TrackedRequest, headers: HeaderSink) => void | Promise<void>;

export interface LaneGuard extends CanActivate {
  /** Called once a route at start: reads the route's metadata. */
  forLaneRoute(route: LaneRoute): LaneCheck;
}

/** Turns what the handler returned into the response. */
export type LaneResponder = (
  request: TrackedRequest,
  headers: HeaderSink,
  found: unknown,
) => Answer | Promise<Answer>;

/** What an interceptor does to a request, after the guards and after the handler. */
export interface LaneSteps {
  before?: (request: TrackedRequest) => void | Promise<void>;
  respond?: LaneResponder;
}

export interface LaneInterceptor extends NestInterceptor {
  /** Called once a route at start. */
  forLaneRoute(route: LaneRoute): LaneSteps;
}

/** Turns a parameter into what the handler takes; the result depends on the value alone. @throws AppError to refuse it */
export type LaneTransform = (value: unknown, headers: HeaderSink) => unknown;

export interface LanePipe extends PipeTransform {
  /** Called once a parameter at start; null: the pipe hands over such parameters unchanged. */
  forLaneParameter(metadata: ArgumentMetadata, route: LaneRoute): LaneTransform | null;
}

/** The answer to a request for which something was thrown; remembers in the request why it was refused. */
export type LaneRefusal = (thrown: unknown, request: TrackedRequest) => LaneAnswer;

/** A whole answer but for what every answer has: its security headers, its date, and what becomes of its connection. */
export interface LaneAnswer {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  content: Content | null;
}

export interface LaneFilter extends ExceptionFilter {
  /** Called once per route at start. The filter catches every error. */
  forLaneRoute(route: RouteHandler): LaneRefusal;
}
