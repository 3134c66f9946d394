import type { ExceptionFilter, ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { AroundInterceptor } from '../around.interceptor.js';

/**
 * Marks a handler that stores call often: the fast lane answers its route in front of Express. The handler takes its path key,
 * its query, its JSON body and {@link requestValue}s as parameters. A GET returns a Representation, a POST an object that is sent as
 * JSON. docs/fast-lane.md has all rules.
 */
export const InFastLane = DiscoveryService.createDecorator<void>();

export interface LaneGuard {
  canActivate(context: ExecutionContext): boolean | Promise<boolean>;
}

/** Function that makes the value of a parameter decorator. */
export type ParameterFactory = (data: unknown, context: ExecutionContext) => unknown;

const fit = new WeakSet<object>();

/**
 * Marks a guard, pipe, interceptor or filter that the fast lane runs, or the factory of a parameter decorator: it uses no more of a
 * request than a TrackedRequest has, and no more of a response than an AnswerSink.
 */
export const RunsInFastLane =
  () =>
  (
    target:
      | Type<LaneGuard | PipeTransform | AroundInterceptor | ExceptionFilter>
      | ParameterFactory,
  ): void =>
    void fit.add(target);

/** Tells whether a class or factory carries {@link RunsInFastLane} itself; what it inherits says nothing of its own code. */
export function runsInFastLane(target: object): boolean {
  return fit.has(target);
}
