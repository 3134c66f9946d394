import type { PriceListDto } from '../../../api/generated/admin/admin-api.schemas';
import { Status, type Tone } from '../../../shared/status';

const STATES: Record<PriceListDto['state'], { tone: Tone; label: string }> = {
  draft: { tone: 'waiting', label: 'Draft' },
  scheduled: { tone: 'moving', label: 'Scheduled' },
  applied: { tone: 'ok', label: 'Applied' },
  withdrawn: { tone: 'calm', label: 'Taken back' },
};

export function PriceListState({ state }: Pick<PriceListDto, 'state'>) {
  return <Status tone={STATES[state].tone}>{STATES[state].label}</Status>;
}
