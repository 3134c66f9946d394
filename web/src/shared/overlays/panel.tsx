import { Popover, type PopoverProps } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import type { ReactNode } from 'react';
import { FocusBack } from './focus-back';
import type { OpenAtButton } from './on-press';

interface PanelProps extends OpenAtButton, Pick<PopoverProps, 'position' | 'width'> {
  label: string;
  children: ReactNode;
}

/** Renders a panel below its button. */
export function Panel({ button, label, children, ...place }: PanelProps) {
  return (
    <Popover {...place} defaultOpened trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <FocusBack />
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
