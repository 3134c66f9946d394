import { ApiOperation } from '@nestjs/swagger';

/** Documents what a route does: in a few words, and in full if these do not say everything. */
export function Operation(summary: string, description?: string): MethodDecorator {
  return ApiOperation({ summary, description });
}
