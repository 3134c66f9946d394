import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import { factWords } from '../../../../../src/platform/audit/audit-words.ts';
import { formatCount, formatDay, formatMoney, formatTimestamp } from '../../../shared/format';

export { actionText, changedFacts } from '../../../../../src/platform/audit/audit-words.ts';

export const { factName, factText } = factWords({
  amount: (amountMinor) => formatMoney(amountMinor / 100),
  count: formatCount,
  day: formatDay,
  time: formatTimestamp,
  variation: variationText,
});
