import { ApiOperation } from '@nestjs/swagger';

/** Documents what a route does: in a few words, and in full where these do not say it all. */
export function Operation(summary: string, description?: string): MethodDecorator {
  return ApiOperation({ summary, description });
}
