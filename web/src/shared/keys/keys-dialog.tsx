import { Modal } from '../overlays/overlays';
import { KeyList } from './key-list';
import { pageKeys, type PageKey } from './page-keys';

/** The keys of the frame. They are listed here, because this file is loaded only when they are shown. */
const EVERYWHERE: readonly PageKey[] = [
  ['/', 'Search'],
  ['Ctrl K', 'Search, also from another field'],
  ['?', 'Show these keys'],
];

interface KeysDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Renders the keys that work on the page. */
export function KeysDialog(props: KeysDialogProps) {
  return (
    <Modal {...props} title="Keys of this page" size="sm">
      <KeyList keys={[...EVERYWHERE, ...pageKeys()]} />
    </Modal>
  );
}
