import {
  CourierHasNoMoney,
  CourierKeysRefused,
  CourierRefused,
  CourierUnknown,
} from './courier-errors.js';
import type { CourierGateway } from './courier-gateway.js';

/** The names of the methods that call the courier. */
type Calling = {
  [Name in keyof CourierGateway]-?: NonNullable<CourierGateway[Name]> extends (
    ...args: never[]
  ) => Promise<unknown> | AsyncIterable<unknown>
    ? Name
    : never;
}[keyof CourierGateway];

/** True: the method returns a promise; false: it returns pages of a list, which count as one call. */
const CALLING: Record<Calling, boolean> = {
  check: true,
  prepare: true,
  book: true,
  find: true,
  cancel: true,
  label: true,
  requestPickup: true,
  noteWayBill: true,
  track: true,
  act: true,
  actionOutcome: true,
  checkPincodes: false,
  checkPincode: true,
};

/** The names of the calls. */
export const CALLS = Object.keys(CALLING);

/** How a call ended: `failed` is a defect of the service. */
export type CallEnd =
  | 'done'
  | 'refused'
  | 'unknown'
  | 'too_many_calls'
  | 'keys_refused'
  | 'no_money'
  | 'failed';

/** Followers of calls. Each is awaited: a call begins after it was counted, and its end is known before the caller goes on. */
export interface CallFollower {
  began(call: string): Promise<void>;
  /** @param error the message of a call that was not done; it has no key and no customer */
  ended(call: string, end: CallEnd, seconds: number, error: string | null): Promise<void>;
}

/** Wraps a courier so that each call is followed. */
export function countedCourier(courier: CourierGateway, follower: CallFollower): CourierGateway {
  return new Proxy(courier, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !(name in CALLING)) return value;
      const call = name as Calling;
      const apply = (args: unknown[]): unknown => Reflect.apply(value, target, args);
      return CALLING[call]
        ? (...args: unknown[]) => followed(call, follower, () => apply(args) as Promise<unknown>)
        : (...args: unknown[]) => followedList(call, follower, () => apply(args) as List);
    },
  });
}

type List = AsyncIterable<unknown>;

async function followed<T>(
  call: string,
  follower: CallFollower,
  work: () => Promise<T>,
): Promise<T> {
  await follower.began(call);
  const beganMs = performance.now();
  const end = (how: CallEnd, error: string | null): Promise<void> =>
    follower.ended(call, how, (performance.now() - beganMs) / 1000, error);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await end(endOf(error), (error as Error).message);
    throw error;
  }
  await end('done', null);
  return result;
}

async function* followedList(
  call: string,
  follower: CallFollower,
  work: () => List,
): AsyncGenerator<unknown> {
  const list = work()[Symbol.asyncIterator]();
  const first = await followed(call, follower, () => list.next());
  for (let step = first; step.done !== true; step = await list.next()) yield step.value;
}

function endOf(error: unknown): CallEnd {
  if (error instanceof CourierKeysRefused) return 'keys_refused';
  if (error instanceof CourierHasNoMoney) return 'no_money';
  if (error instanceof CourierRefused) return 'refused';
  if (error instanceof CourierUnknown) return error.isLimit ? 'too_many_calls' : 'unknown';
  return 'failed';
}
