import { listOwnOrdersOptions } from '../../api/generated/dashboard';
import { orderSuggestion } from './order-suggestion';
import { SUGGESTED_MAX, withoutEmpty, type SuggestionGroup } from './suggestion';

/** Finds orders of the signed-in person's company. */
export async function findForClient(q: string, signal: AbortSignal): Promise<SuggestionGroup[]> {
  const query = { q, limit: SUGGESTED_MAX };
  const { data } = await listOwnOrdersOptions({ query }).queryFn({ signal });
  return withoutEmpty([
    {
      title: 'Orders',
      suggestions: data.map((order) => orderSuggestion(order, '/orders/$number')),
    },
  ]);
}
