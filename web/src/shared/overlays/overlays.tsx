import type { DrawerProps, ModalProps } from '@mantine/core';
import { whenOpened } from './when-opened';

/** Mantine's dialog, loaded when it is opened. */
export const Modal = whenOpened<ModalProps>(async () => (await import('./dialogs')).Modal);

/** Mantine's sheet, loaded when it is opened. */
export const Drawer = whenOpened<DrawerProps>(async () => (await import('./dialogs')).Drawer);
