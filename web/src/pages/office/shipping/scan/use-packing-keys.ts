import { useWindowEvent } from '@mantine/hooks';
import { useRef, type RefObject } from 'react';
import { isForOthers, isTaken } from '../../../../shared/keys/page-keys';
import { beginsScan, focusByKey } from '../key-fields';
import type { KeysAhead } from './use-keys-ahead';

/** What has the focus after a click on nothing. */
const NOTHING = 'body, main, h1';

/**
 * Takes the keys of packing, also while nothing has the focus: a person who scans looks at the goods.
 *
 * @param startOver is called for Esc, with true if no other key was pressed since an Esc before
 * @param keep of {@link KeysAhead}
 * @param focusNext is called for a scan that began outside of fields, and gives the focus to the field that takes it
 */
export function usePackingKeys(
  table: RefObject<HTMLElement | null>,
  startOver: (isAgain: boolean) => void,
  keep: KeysAhead['keep'],
  focusNext: () => void,
): void {
  const wasEscape = useRef(false);
  const take = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.repeat || event.isComposing || isTaken(event) || !(target instanceof Element)) return;
    const isHere = table.current?.contains(target) === true || target.matches(NOTHING);
    if (!isHere && isForOthers(event)) return;
    if (keep(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const isAgain = wasEscape.current;
    wasEscape.current = key === 'Escape';
    if (focusByKey(key)) event.preventDefault();
    else if (key === 'Escape' && isHere) startOver(isAgain);
    else if (beginsScan(event) && !isForOthers(event)) focusNext();
  };
  // Before a menu or a dialog, which Esc closes.
  useWindowEvent('keydown', take, { capture: true });
}
