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

// The fast lane cannot run a guard, interceptor, pipe or filter as Nest does: it has no ExecutionContext, no Observable
// and no Express response. One that applies to a lane route therefore also offers the form below, and calls the same
// code in both.

/** Facts about a route that an enhancer gets at start. */
export interface LaneRoute extends RouteHandler {
  method: 'GET' | 'POST';
}

/** Function that lets a request pass. @throws AppError to refuse it */
export type LaneCheck = (request: TrackedRequest, headers: HeaderSink) => void | Promise<void>;

export interface LaneGuard extends CanActivate {
  /** Returns the check of a route, from the route's metadata; called once per route at start. */
  forLaneRoute(route: LaneRoute): LaneCheck;
}

/** Function that turns a handler's result into the response. */
export type LaneResponder = (
  request: TrackedRequest,
  headers: HeaderSink,
  found: unknown,
) => Answer | Promise<Answer>;

/** Steps of an interceptor, after the guards and after the handler. */
export interface LaneSteps {
  before?: (request: TrackedRequest) => void | Promise<void>;
  respond?: LaneResponder;
  /** Returns the error to answer in place of one that a pipe or the handler threw. */
  explain?: (thrown: unknown, request: TrackedRequest) => Promise<unknown>;
}

export interface LaneInterceptor extends NestInterceptor {
  /** Returns the steps of a route; called once per route at start. */
  forLaneRoute(route: LaneRoute): LaneSteps;
}

/** Function that converts a parameter; its result depends on the value alone. @throws AppError to refuse it */
export type LaneTransform = (value: unknown, headers: HeaderSink) => unknown;

export interface LanePipe extends PipeTransform {
  /** Returns the conversion of a parameter, or null if the pipe leaves it unchanged; called once per parameter at start. */
  forLaneParameter(metadata: ArgumentMetadata, route: LaneRoute): LaneTransform | null;
}

/** Function that returns the answer to an error, and stores the reason in the request. */
export type LaneRefusal = (thrown: unknown, request: TrackedRequest) => LaneAnswer;

/** An answer without the headers that all answers have: security headers, `Date` and `Connection`. */
export interface LaneAnswer {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  content: Content | null;
}

export interface LaneFilter extends ExceptionFilter {
  /** Returns the function that answers errors; called once per route at start. The filter catches every error. */
  forLaneRoute(route: RouteHandler): LaneRefusal;
}
