import type { Abstract } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';

/** Finds the providers of all modules that are instances of a class. Lists each once, even if it has several injection tokens. */
export function instancesOf<T>(discovery: DiscoveryService, type: Abstract<T>): T[] {
  const instances = discovery.getProviders().map((provider): unknown => provider.instance);
  return [...new Set(instances.filter((instance): instance is T => instance instanceof type))];
}
