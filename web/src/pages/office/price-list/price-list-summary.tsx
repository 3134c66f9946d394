import type { PriceListPreviewDto, PriceListPriceDto } from '../../../api/generated/admin-types';
import { formatCount, formatMoney, plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { FileProblemList } from '../prices/price-file-problems';
import { changeOf } from './price-change';

/** Renders the changes of a list in words, with warnings to read before it starts. */
export function PriceListSummary({ list }: { list: PriceListPreviewDto }) {
  const { largest_rise: rise, largest_fall: fall, problems } = list;
  return (
    <>
      <Notice tone="moving" title={countsOf(list)}>
        {rise !== null && <p>{`Largest rise: ${textOf(rise)}.`}</p>}
        {fall !== null && <p>{`Largest fall: ${textOf(fall)}.`}</p>}
      </Notice>
      {warningsOf(list).map((warning) => (
        <Notice key={warning} tone="waiting" title={warning} />
      ))}
      {problems.length > 0 && (
        <Notice
          tone="bad"
          title={`${plural(problems.length, 'row of the file is', 'rows of the file are')} left out.`}
        >
          <FileProblemList problems={problems} />
        </Notice>
      )}
    </>
  );
}

function countsOf({ prices, rises, falls }: PriceListPreviewDto): string {
  const others = prices - rises - falls;
  const parts = [
    rises > 0 && `${formatCount(rises)} rise`,
    falls > 0 && `${formatCount(falls)} fall`,
    others > 0 && `${formatCount(others)} stay or are new`,
  ].filter((part) => part !== false);
  return `${plural(prices, 'price')}: ${parts.join(', ')}.`;
}

function warningsOf({
  moved,
  otherwise_scheduled: others,
  removed,
}: PriceListPreviewDto): string[] {
  return [
    moved > 0 &&
      `${plural(moved, 'product')} got another price since this list was made. The list sets the prices below all the same.`,
    others > 0 &&
      `${plural(others, 'product of this list has another price', 'products of this list have other prices')} to start on this plan. The later one counts.`,
    removed > 0 &&
      `${plural(removed, 'price was', 'prices were')} taken out of this list one by one.`,
  ].filter((warning) => warning !== false);
}

function textOf(price: PriceListPriceDto): string {
  const { sku, price_before: before } = price;
  return `${sku} from ${formatMoney(before ?? 0)} to ${formatMoney(price.price)} (${changeOf(price)})`;
}
