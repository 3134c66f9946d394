import { Button } from '@mantine/core';
import { lazy } from 'react';
import { Icon } from '../shared/icon';
import { OnPress } from '../shared/overlays/on-press';
import classes from './account-menu.module.css';
import { useSession } from './session';

const AccountMenuItems = lazy(async () => ({
  default: (await import('./account-menu-items')).AccountMenuItems,
}));

/** Renders the button of the signed-in person's menu. */
export function AccountMenu({ onOpenKeys }: { onOpenKeys: () => void }) {
  const { user } = useSession();
  return (
    <OnPress
      button={
        <Button variant="subtle" className={classes.target} leftSection={<Icon name="person" />}>
          <span className={classes.name}>{user.name}</span>
        </Button>
      }
      kind="menu"
      opens={AccountMenuItems}
      props={{ onOpenKeys }}
    />
  );
}
