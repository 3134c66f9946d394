import { Modal } from '../overlays/overlays';
import { KeyList } from './key-list';
import { pageKeys } from './page-keys';

interface KeysDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Renders the keys that work on the page. */
export function KeysDialog(props: KeysDialogProps) {
  return (
    <Modal {...props} title="Keys of this page" size="sm">
      <KeyList keys={pageKeys()} />
    </Modal>
  );
}
