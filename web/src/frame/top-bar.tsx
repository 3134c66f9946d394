import { ActionIcon } from '@mantine/core';
import { Icon } from '../shared/icon';
import { AccountMenu } from './account-menu';
import { Brand } from './brand/brand';
import { SearchBox } from './search/search-box';
import classes from './top-bar.module.css';

interface TopBarProps {
  onOpenSections: () => void;
  onOpenKeys: () => void;
}

/** Renders the search and the signed-in person; on a phone also the button that opens the sections. */
export function TopBar({ onOpenSections, onOpenKeys }: TopBarProps) {
  return (
    <header className={`${classes.bar} no-print`}>
      <div className={classes.phone}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label="Open sections"
          onClick={onOpenSections}
        >
          <Icon name="menu" size={22} />
        </ActionIcon>
        <Brand />
      </div>
      <SearchBox />
      <AccountMenu onOpenKeys={onOpenKeys} />
    </header>
  );
}
