import { Button, Drawer, Popover } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from '../../icon';
import classes from './filter-panel.module.css';

/** Renders a button that opens the filters of a list: below it, or on a phone in a sheet. */
export function FilterPanel({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, panel] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const button = (
    <Button
      variant="default"
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      leftSection={<Icon name="settings" size={16} />}
      onClick={panel.toggle}
    >
      {count === 0 ? 'Filter' : `Filter (${count})`}
    </Button>
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Drawer
          opened={isOpen}
          onClose={panel.close}
          title="Filter"
          position="bottom"
          size="auto"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <div className={classes.fields}>{children}</div>
          <Button fullWidth onClick={panel.close} className={classes.done}>
            Show the list
          </Button>
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      opened={isOpen}
      onChange={panel.set}
      position="bottom-start"
      width={360}
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <div className={classes.fields}>{children}</div>
      </Popover.Dropdown>
    </Popover>
  );
}
