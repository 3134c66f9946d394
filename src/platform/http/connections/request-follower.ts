import type { ServerResponse } from 'node:http';
import type { TrackedRequest } from '../request-context.js';

export interface RequestEnd {
  /** By `performance.now()`. */
  startedAtMs: number;
  status: number;
  /** True if its connection was lost before the whole answer was sent. */
  isAborted: boolean;
}

/** Observer of the beginning and end of every request. */
export interface RequestFollower {
  begin(): void;
  /** Notes that the answer was sent or the connection lost. */
  end(request: TrackedRequest, end: RequestEnd): void;
}

/** Follows a request that `node:http` answers. */
export function follow(
  follower: RequestFollower,
  request: TrackedRequest,
  response: ServerResponse,
): void {
  const startedAtMs = performance.now();
  follower.begin();
  response.on('close', () =>
    follower.end(request, {
      startedAtMs,
      status: response.statusCode,
      isAborted: !response.writableFinished,
    }),
  );
}
