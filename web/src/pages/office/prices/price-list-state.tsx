import type { PriceListDto } from '../../../api/generated/admin-types';
import { StatusOf, type StatusRow } from '../../../shared/status';

const STATES: Record<PriceListDto['state'], StatusRow> = {
  draft: { tone: 'waiting', label: 'Draft' },
  scheduled: { tone: 'moving', label: 'Scheduled' },
  applied: { tone: 'ok', label: 'Applied' },
  withdrawn: { tone: 'calm', label: 'Taken back' },
};

export function PriceListState({ state }: Pick<PriceListDto, 'state'>) {
  return <StatusOf {...STATES[state]} />;
}
