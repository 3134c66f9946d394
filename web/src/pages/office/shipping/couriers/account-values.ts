import type {
  CourierAccountDto,
  SaveCourierAccountDto,
} from '../../../../api/generated/admin-types';

export const ENVIRONMENTS = { live: 'live', staging: "the courier's test system" } as const;
export const MODES = { surface: 'Surface', express: 'Express' } as const;

/** What a pause of an account means, and what to do about it. */
export const PAUSES: Readonly<Record<string, string>> = {
  too_many_calls: 'The courier asked for fewer calls. Its work goes on automatically.',
  keys_refused: 'The courier does not accept the keys. Enter new ones, then check the account.',
  no_money_at_courier:
    'The wallet at the courier is empty, so nothing is booked. Top it up there, then check the account.',
  secrets_key_wrong: 'The keys cannot be read, because SECRETS_KEY has changed. Enter them again.',
};

/** Makes the call that changes nothing of an account. Keys that it leaves out stay. */
export function savedAs(account: CourierAccountDto): SaveCourierAccountDto {
  const { kind, name, environment, base_url, active, mode, push } = account;
  const { pickup_name, pickup_pincode, return_to } = account;
  return {
    kind,
    name,
    environment,
    base_url,
    active,
    mode,
    pickup_name,
    pickup_pincode,
    return_to: return_to ?? undefined,
    push_header: push.header,
  };
}
