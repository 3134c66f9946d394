import { SharedChecks, type HealthCheck } from './shared-checks.js';

it('any number of probes cost one evaluation a second', async () => {
  let now = 0;
  const ends: ((result: HealthCheck[]) => void)[] = [];
  const evaluate = (): Promise<HealthCheck[]> => new Promise((resolve) => ends.push(resolve));
  const checks = new SharedChecks(evaluate, () => now);
  const first = checks.result();
  now = 5_000;
  // It still runs.
  const second = checks.result();
  ends[0]?.([]);
  expect(await first).toBe(await second);
  expect(ends).toHaveLength(1);

  const third = checks.result();
  ends[1]?.([{ name: 'feeds', ok: false, message: 'no feed' }]);
  await third;
  now = 5_999;
  expect(await checks.result()).toBe(await third);
  now = 6_000;
  void checks.result();
  expect(ends).toHaveLength(3);
});
