import { responseDto, integer, text } from '../../../platform/http/response-dto/response-dto.js';
import { Name, OneOf, Text } from '../../../platform/http/input/fields.js';
import type { SavedView } from './saved-view.entity.js';

/** Lists whose filters can be saved: those of clients, and those of operators. */
const LISTS = [
  ...(['orders', 'failures', 'invoices'] as const),
  ...(['office-orders', 'office-returns', 'office-products'] as const),
  ...(['office-price-lists', 'office-stock'] as const),
  ...(['office-clients', 'office-receipts', 'office-invoices', 'office-audit'] as const),
];
type List = (typeof LISTS)[number];

export class SavedViewsQuery {
  @OneOf(LISTS)
  list: List;
}

export class SaveViewDto {
  @OneOf(LISTS)
  list: List;

  @Name({ max: 60, api: { example: 'Late in Pune' } })
  name: string;

  @Text({
    max: 500,
    api: { example: 'tab=in_progress&q=pune', description: "The query string of the list's page" },
  })
  query: string;
}

export class SavedViewDto extends responseDto<SavedView>()({
  id: integer(),
  name: text(),
  query: text("The query string of the list's page"),
}) {}
