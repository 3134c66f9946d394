import { DiscoveryService } from '@nestjs/core';

/**
 * Marks a handler that stores call often: the fast lane answers its route in front of Express. The handler takes its path key,
 * its query, its JSON body and {@link requestValue}s as parameters. A GET returns a Representation, a POST what is sent as JSON.
 * It runs outside of the request context, so nothing that it calls may write to the audit log: the entry would not name the caller.
 */
export const InFastLane = DiscoveryService.createDecorator<void>();
