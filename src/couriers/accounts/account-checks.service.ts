import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CourierPaused, CourierRefused, isOfCourier } from '../courier-errors.js';
import type { AccountCheck } from '../courier-gateway.js';
import { CourierAccountsRepository } from './courier-accounts.repository.js';
import type { CourierAccount } from './courier-account.entity.js';
import { OpenedCouriers } from './opened-couriers.js';
import { ShownAccounts, type CheckedAccount } from './shown-accounts.service.js';

const PROBLEM_LENGTH = 300;
/** Asked for while no pick-up place is chosen: New Delhi. */
const ANY_PINCODE = '110001';

const PAUSES: Readonly<Record<string, string>> = {
  secrets_key_wrong: 'Its keys cannot be opened, because SECRETS_KEY has changed. Enter them again',
  base_url_refused: 'In production, base_url can only be an address of the same machine',
};

/** What a check found. */
interface Found {
  pickupPlaces: AccountCheck['pickupPlaces'];
  problem: string | null;
}

/** Checks of accounts with their couriers, which cost nothing. */
@Injectable()
export class AccountChecksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly couriers: OpenedCouriers,
    private readonly accounts: CourierAccountsRepository,
    private readonly shown: ShownAccounts,
  ) {}

  /** Checks an account and stores the result. @throws AppError courier_account_not_found */
  async check(id: number): Promise<CheckedAccount> {
    const { manager } = this.dataSource;
    const before = await this.shown.get(id);
    const { pickupPlaces, problem } = await this.ask(before.id);
    const isPassed = problem === null;
    // Keys that were changed meanwhile were not checked.
    const result = isPassed
      ? { checkedAt: new Date(), checkProblem: null, pausedUntil: null, pauseReason: null }
      : { checkProblem: problem.slice(0, PROBLEM_LENGTH) };
    await this.accounts.noteCheck(manager, before, isPassed ? { ...result, pauses: 0 } : result);
    return { isPassed, problem, pickupPlaces, account: await this.shown.getShown(id) };
  }

  private async ask(id: number): Promise<Found> {
    try {
      const { account, courier } = await this.couriers.open(id, 'check');
      const { pickupPlaces } = await courier.check();
      await courier.checkPincode?.(account.pickupPincode ?? ANY_PINCODE);
      return { pickupPlaces, problem: placeProblem(account, pickupPlaces) };
    } catch (error) {
      if (error instanceof CourierPaused) return notPassed(PAUSES[error.reason] ?? error.message);
      if (!isOfCourier(error)) throw error;
      return notPassed(
        error instanceof CourierRefused ? error.words : 'The courier did not answer',
      );
    }
  }
}

function placeProblem(
  { pickupName }: CourierAccount,
  places: AccountCheck['pickupPlaces'],
): string | null {
  if (places === null) return null;
  if (places.length === 0) return 'The courier knows no pick-up place of this account';
  const isKnown = pickupName === null || places.some(({ name }) => name === pickupName);
  return isKnown ? null : `The courier does not know the pick-up place ${pickupName}`;
}

function notPassed(problem: string): Found {
  return { pickupPlaces: [], problem };
}
