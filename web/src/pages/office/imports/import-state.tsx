import type { ListedImportDto } from '../../../api/generated/admin-types';
import { StatusOf, type StatusRow } from '../../../shared/status';

type State = ListedImportDto['state'];

const STATES: Record<State, StatusRow> = {
  checking: { tone: 'moving', label: 'Being checked' },
  ready: { tone: 'waiting', label: 'Ready to apply' },
  refused: { tone: 'bad', label: 'Refused' },
  applying: { tone: 'moving', label: 'Being applied' },
  applied: { tone: 'ok', label: 'Applied' },
  failed: { tone: 'bad', label: 'Failed' },
  expired: { tone: 'calm', label: 'Expired' },
};

export function ImportState({ state }: { state: State }) {
  return <StatusOf {...STATES[state]} />;
}
