import type { DrawerProps, ModalProps } from '@mantine/core';
import { useFocusBack } from './focus-back';
import { whenOpened } from './when-opened';

const LoadedModal = whenOpened<ModalProps>(async () => (await import('./dialogs')).Modal);
const LoadedDrawer = whenOpened<DrawerProps>(async () => (await import('./dialogs')).Drawer);

/** Renders Mantine's dialog, loaded when it is opened. */
export function Modal(props: ModalProps) {
  useFocusBack(props.opened);
  return <LoadedModal {...props} returnFocus={false} />;
}

/** Renders Mantine's sheet, loaded when it is opened. */
export function Drawer(props: DrawerProps) {
  useFocusBack(props.opened);
  return <LoadedDrawer {...props} returnFocus={false} />;
}
