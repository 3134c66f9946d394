import { DiscoveryService } from '@nestjs/core';

/**
 * Marks a handler that stores call often: the fast lane answers its route in front of Express. The handler takes its path key,
 * its query, its JSON body and {@link requestValue}s as parameters. A GET returns a Representation, a POST an object that is sent as
 * JSON. docs/fast-lane.md has all rules.
 */
export const InFastLane = DiscoveryService.createDecorator<void>();
