import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { PlansService } from '../../plans/plans.service.js';
import { isFuture } from '../../platform/clock/is-future.js';
import { LIMITS } from '../../platform/config/limits.js';
import {
  allowLongStatements,
  inSnapshot,
  inTransaction,
} from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import {
  everyPage,
  readPage,
  type NewestFirst,
  type Page,
  type PageRequest,
} from '../../platform/http/paging/page.js';
import { wholesalePriceMinor } from '../price.js';
import { ScheduledPricesService } from '../scheduled-prices/scheduled-prices.service.js';
import {
  changedPriceMinor,
  countChanges,
  isPriceMinor,
  type ChangeCounts,
  type NewPrice,
  type PriceChange,
} from './price-change.js';
import { readPriceFile } from './price-list-file.js';
import type { PriceList, PriceListProblem, PriceListState } from './price-list.entity.js';
import {
  PriceListsRepository,
  type ListedPrice,
  type ListedPriceFilter,
  type PriceSource,
  type ProductSelection,
} from './price-lists.repository.js';

/** A price list with the code of its plan. */
export interface NamedPriceList extends PriceList {
  plan: string;
}

/** Summary of a list before it begins. */
export interface PriceListPreview extends NamedPriceList {
  largestRise: ListedPrice | null;
  largestFall: ListedPrice | null;
  /** Number of products whose price on the plan has changed since the list was made; 0 once the list ended. */
  moved: number;
  /** Number of products that have other scheduled prices on the plan; 0 once the list ended. */
  others: number;
  /** Number of products whose price was removed from the scheduled list individually. */
  removed: number;
}

/** Draft made from the valid rows of a file of prices. */
interface ListFromFile {
  plan: string;
  name: string;
  /** Path of a table. */
  file: string;
}

/** Error for a file without a usable row. */
class PriceFileRefused extends AppError {
  constructor(problems: readonly PriceListProblem[]) {
    super('import_refused', {
      details: { data: { problems: problems.slice(0, LIMITS.priceListProblems) } },
    });
  }
}

/** Price lists: prices of many products on a plan that are reviewed, scheduled, and begin together. */
@Injectable()
export class PriceListsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly plans: PlansService,
    private readonly scheduled: ScheduledPricesService,
    private readonly repository: PriceListsRepository,
  ) {}

  /**
   * Makes a draft: the current prices of a selection on a plan, changed by a percentage. Products without a price on the plan
   * are left out.
   *
   * @throws AppError plan_not_found, validation_failed (nothing selected; a price out of range)
   */
  async createByPercentage(
    { plan: code, name, ...selection }: ProductSelection & { plan: string; name: string },
    change: PriceChange,
  ): Promise<number> {
    return this.inLongTransaction(async (manager) => {
      const plan = await this.plans.getPlan(code, manager);
      const sources = await this.repository.listSources(manager, plan.id, selection);
      const prices = sources.flatMap((source) => {
        const beforeMinor = priceOf(source, plan.discountBp);
        if (beforeMinor === null) return [];
        const priceMinor = changedPriceMinor(beforeMinor, change);
        if (!isPriceMinor(priceMinor)) throw tooHigh(source.sku);
        return [{ productId: source.productId, beforeMinor, priceMinor }];
      });
      if (prices.length === 0) throw nothingSelected();
      return this.insert(manager, { planId: plan.id, plan: code, name, problems: [] }, prices);
    });
  }

  /**
   * Makes a draft from a CSV file with the columns `sku` and `price`. Rows that cannot be used are left out, and listed in the
   * draft.
   *
   * @throws PriceFileRefused where no row can be used
   * @throws AppError plan_not_found
   */
  async createFromFile({ plan: code, name, file }: ListFromFile): Promise<number> {
    const read = await readPriceFile(file);
    return this.inLongTransaction(async (manager) => {
      const plan = await this.plans.getPlan(code, manager);
      const sources = await this.repository.listSources(manager, plan.id, {});
      const known = new Map(sources.map((source) => [source.sku, source]));
      const problems = [...read.problems];
      const prices: NewPrice[] = [];
      for (const { line, sku, priceMinor } of read.prices.values()) {
        const source = known.get(sku);
        if (source === undefined)
          problems.push({ line, sku, problem: 'is not a product of the catalog' });
        else
          prices.push({
            productId: source.productId,
            beforeMinor: priceOf(source, plan.discountBp),
            priceMinor,
          });
      }
      problems.sort((one, other) => one.line - other.line);
      if (prices.length === 0) throw new PriceFileRefused(problems);
      return this.insert(manager, { planId: plan.id, plan: code, name, problems }, prices);
    });
  }

  /** Lists the lists, the newest first. @throws AppError plan_not_found */
  async list(
    { state, plan }: { state?: PriceListState | undefined; plan?: string | undefined },
    page: NewestFirst,
  ): Promise<Page<NamedPriceList>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const planId = plan === undefined ? undefined : (await this.plans.getPlan(plan, manager)).id;
      const codes = await this.plans.codes(manager);
      return readPage(page, async (range) => {
        const lists = await this.repository.list(manager, { state, planId }, range);
        return lists.map((list) => ({ ...list, plan: codes.get(list.planId)! }));
      });
    });
  }

  /** Gets a list with the summary to read before it begins. @throws AppError price_list_not_found */
  async preview(id: number): Promise<PriceListPreview> {
    return inSnapshot(this.dataSource, async (manager) => {
      const list = existing(await this.repository.find(manager, id));
      const codes = await this.plans.codes(manager);
      const isAhead = list.state === 'draft' || list.state === 'scheduled';
      const { others, scheduled } = await this.scheduled.countAround(manager, list);
      return {
        ...list,
        plan: codes.get(list.planId)!,
        largestRise: await this.repository.findLargest(manager, id, 'rise'),
        largestFall: await this.repository.findLargest(manager, id, 'fall'),
        moved: isAhead ? await this.countMoved(manager, list) : 0,
        others: isAhead ? others : 0,
        removed: list.state === 'scheduled' ? list.prices - scheduled : 0,
      };
    });
  }

  /** Lists the prices of a list, by product. @throws AppError price_list_not_found */
  async listPrices(
    id: number,
    filter: ListedPriceFilter,
    page: PageRequest,
  ): Promise<Page<ListedPrice>> {
    existing(await this.repository.find(this.dataSource.manager, id));
    return readPage(page, (range) => this.repository.listPrices(id, filter, range));
  }

  /** Lists all prices of a list, a page in memory at a time. @throws AppError price_list_not_found */
  everyPrice(id: number, filter: ListedPriceFilter): AsyncIterable<ListedPrice[]> {
    return everyPage((request) => this.listPrices(id, filter, request));
  }

  /**
   * Schedules a draft; without a time, it begins now. The prices of the draft begin unchanged, even if the catalog has
   * changed since.
   *
   * @throws AppError price_list_not_found, price_list_not_draft, validation_failed (not in the future; a product has
   *   another price that begins then)
   */
  async schedule(id: number, start: Date | null): Promise<void> {
    await this.inLongTransaction(async (manager) => {
      const list = existing(await this.repository.lock(manager, id));
      if (list.state !== 'draft') throw new AppError('price_list_not_draft');
      const effectiveFrom = await this.scheduled.scheduleList(manager, list, start);
      await this.repository.update(manager, id, { state: 'scheduled', effectiveFrom });
      await this.recordState(manager, list, { state: 'scheduled', effectiveFrom });
    });
  }

  /**
   * Withdraws a list before it begins. A withdrawn draft cannot be scheduled any more.
   *
   * @throws AppError price_list_not_found, price_list_ended
   */
  async withdraw(id: number): Promise<void> {
    await this.inLongTransaction(async (manager) => {
      const list = existing(await this.repository.lock(manager, id));
      const { state, effectiveFrom } = list;
      const isAhead =
        state === 'draft' ||
        (state === 'scheduled' &&
          effectiveFrom !== null &&
          (await isFuture(manager, effectiveFrom)));
      if (!isAhead) throw new AppError('price_list_ended');
      await this.scheduled.withdrawList(manager, id);
      await this.repository.update(manager, id, { state: 'withdrawn' });
      await this.recordState(manager, list, { state: 'withdrawn', effectiveFrom });
    });
  }

  /**
   * Computes the effect of another discount on a plan's prices. The plan's own prices stay.
   *
   * @throws AppError plan_not_found
   */
  async previewDiscount(
    code: string,
    discountBp: number,
  ): Promise<ChangeCounts & { own: number; hidden: number }> {
    const { manager } = this.dataSource;
    const plan = await this.plans.getPlan(code, manager);
    const sources = await this.repository.listSources(manager, plan.id, {});
    const priced = sources.map((source) => ({
      productId: source.productId,
      beforeMinor: priceOf(source, plan.discountBp),
      priceMinor: priceOf(source, discountBp),
    }));
    const prices = priced.flatMap(({ priceMinor, ...rest }) =>
      priceMinor === null ? [] : [{ ...rest, priceMinor }],
    );
    return {
      ...countChanges(prices),
      own: sources.filter(({ ownPriceMinor }) => ownPriceMinor !== null).length,
      hidden: priced.filter(
        ({ beforeMinor, priceMinor }) => beforeMinor !== null && priceMinor === null,
      ).length,
    };
  }

  private async insert(
    manager: EntityManager,
    { plan, problems, ...list }: Pick<PriceList, 'planId' | 'name' | 'problems'> & { plan: string },
    prices: readonly NewPrice[],
  ): Promise<number> {
    await this.repository.deleteOldDrafts(manager);
    const counts = countChanges(prices);
    const draft = {
      ...list,
      ...counts,
      problems: problems.slice(0, LIMITS.priceListProblems),
      madeBy: this.audit.origin().actor,
    };
    const id = await this.repository.insert(manager, draft, prices);
    await this.audit.record(manager, {
      action: 'price_list.created',
      subject: `price list ${id}`,
      after: { plan, name: list.name, ...counts },
    });
    return id;
  }

  private async countMoved(manager: EntityManager, { id, planId }: PriceList): Promise<number> {
    const { discountBp } = await this.plans.getPlanById(manager, planId);
    const before = await this.repository.listBefore(manager, id);
    const sources = await this.repository.listSources(manager, planId, {});
    return sources.filter(
      (source) =>
        before.has(source.productId) &&
        before.get(source.productId) !== priceOf(source, discountBp),
    ).length;
  }

  private async recordState(
    manager: EntityManager,
    { id, name, state, effectiveFrom }: PriceList,
    after: Pick<PriceList, 'state' | 'effectiveFrom'>,
  ): Promise<void> {
    await this.audit.record(manager, {
      action: `price_list.${after.state}`,
      subject: `price list ${id}`,
      before: { name, state, effectiveFrom },
      after: { name, ...after },
    });
  }

  private async inLongTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, async (manager) => {
      await allowLongStatements(manager);
      return work(manager);
    });
  }
}

function priceOf(
  { basePriceMinor, ownPriceMinor }: PriceSource,
  discountBp: number,
): number | null {
  return wholesalePriceMinor({ basePriceMinor, ownPriceMinor, discountBp });
}

function existing(list: PriceList | null): PriceList {
  if (list === null) throw new AppError('price_list_not_found');
  return list;
}

function nothingSelected(): AppError {
  const message = 'no product that is selected has a price on the plan';
  return invalidField('plan', 'nothing_selected', message);
}

function tooHigh(sku: string): AppError {
  const message = `percent would bring the price of ${sku} above the highest one`;
  return invalidField('percent', 'out_of_range', message);
}
