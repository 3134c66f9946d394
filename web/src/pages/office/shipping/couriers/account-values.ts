import type {
  CourierAccountDto,
  SaveCourierAccountDto,
} from '../../../../api/generated/admin-types';

export const ENVIRONMENTS = { live: 'live', staging: "the courier's test system" } as const;
export const MODES = { surface: 'Surface', express: 'Express' } as const;

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
