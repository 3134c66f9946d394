import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { cloneElement, lazy, type ReactNode } from 'react';
import { Icon } from '../../icon';
import { OnPress } from '../../overlays/on-press';
import { Drawer } from '../../overlays/overlays';
import classes from './filter-panel.module.css';

const Panel = lazy(async () => ({ default: (await import('../../overlays/panel')).Panel }));

/** Renders a button that opens the filters of a list: below it, or on a phone in a sheet. */
export function FilterPanel({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, panel] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const button = (
    <Button variant="default" leftSection={<Icon name="filter" size={16} />}>
      {count === 0 ? 'Filter' : `Filter (${count})`}
    </Button>
  );
  if (isPhone) {
    return (
      <>
        {cloneElement(button, { onClick: panel.open, 'aria-haspopup': 'dialog' })}
        <Drawer opened={isOpen} onClose={panel.close} title="Filter" position="bottom" size="auto">
          <div className={classes.fields}>{children}</div>
          <Button fullWidth onClick={panel.close} className={classes.done}>
            Show the list
          </Button>
        </Drawer>
      </>
    );
  }
  return (
    <OnPress
      button={button}
      kind="dialog"
      opens={Panel}
      props={{
        label: 'Filters',
        position: 'bottom-start',
        width: 360,
        children: <div className={classes.fields}>{children}</div>,
      }}
    />
  );
}
