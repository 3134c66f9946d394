import { DiscoveryService } from '@nestjs/core';

/**
 * Marks a GET handler that stores poll: the fast lane answers its route in front of Express. The handler takes its
 * path key, its query and {@link requestValue}s as parameters and returns a Representation.
 */
export const InFastLane = DiscoveryService.createDecorator<void>();
