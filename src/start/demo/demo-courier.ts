import type { INestApplicationContext } from '@nestjs/common';
import { AccountChecksService } from '../../couriers/accounts/account-checks.service.js';
import {
  CourierAccountsService,
  type AccountChange,
} from '../../couriers/accounts/courier-accounts.service.js';
import { ShownAccounts } from '../../couriers/accounts/shown-accounts.service.js';
import { BookingRulesService } from '../../couriers/boxes/booking-rules.service.js';
import { BoxesService } from '../../couriers/boxes/boxes.service.js';
import { SANDBOX_PLACE } from '../../couriers/sandbox/sandbox-courier.js';
import { addDemoDeliveries } from './demo-deliveries.js';

const ACCOUNT: AccountChange = {
  kind: 'sandbox',
  name: 'Sandbox courier',
  environment: 'live',
  baseUrl: null,
  isActive: false,
  keys: { token: 'token-of-the-demo' },
  pickupName: SANDBOX_PLACE.name,
  pickupPincode: SANDBOX_PLACE.pincode,
  returnTo: null,
  mode: 'surface',
  pushHeader: 'x-api-key',
};

/** Name, length, breadth and height in millimeters, weight empty, and weight up to which it is chosen. */
const BOXES = [
  ['Small carton', 250, 180, 120, 150, 2_000],
  ['Medium carton', 380, 280, 220, 350, 8_000],
  ['Large carton', 560, 420, 400, 800, 25_000],
] as const;

/** Adds an account with the courier that carries nothing, three boxes, rules that book with them, and what is on the way. */
export async function addDemoCourier(app: INestApplicationContext): Promise<void> {
  const accounts = app.get(CourierAccountsService);
  // An interrupted start is resumed here.
  const [kept] = await app.get(ShownAccounts).list({ hasAddresses: false });
  const { id } = kept ?? (await accounts.add(ACCOUNT)).account;
  await app.get(AccountChecksService).check(id);
  await accounts.replace(id, { ...ACCOUNT, keys: {}, isActive: true });
  const boxes = BOXES.map(([name, lengthMm, breadthMm, heightMm, emptyGrams, maxGrams]) => {
    return { name, lengthMm, breadthMm, heightMm, emptyGrams, maxGrams };
  });
  const stored = await app.get(BoxesService).replace(boxes);
  const rules = app.get(BookingRulesService);
  const largest = stored.at(-1)!;
  await rules.replace({ ...(await rules.get()), accountId: id, boxId: largest.id });
  await addDemoDeliveries(app, id, largest);
}
