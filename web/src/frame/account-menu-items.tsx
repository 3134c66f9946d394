import { Menu, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signOutMutation } from '../api/generated/dashboard';
import { Icon } from '../shared/icon';
import { FocusBack } from '../shared/overlays/focus-back';
import type { OpenAtButton } from '../shared/overlays/on-press';
import { forgetTab, loadForAnother } from '../sign-in/tab-memory';
import { useSession } from './session';
import classes from './account-menu.module.css';

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'As my system'],
] as const;

interface AccountMenuItemsProps extends OpenAtButton {
  onOpenKeys: () => void;
}

/** Renders the signed-in person, the color scheme, and "Sign out". */
export function AccountMenuItems({ button, onOpenKeys }: AccountMenuItemsProps) {
  const { user, client } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu defaultOpened position="bottom-end" withInitialFocusPlaceholder={false} width={240}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <FocusBack />
        <div className={classes.who}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>{client === undefined ? user.roles.join(', ') : client.name}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>Color scheme</Menu.Label>
        {SCHEMES.map(([scheme, label]) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            rightSection={colorScheme === scheme && <Icon name="check" size={16} />}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="person" size={16} />}>
          Account
        </Menu.Item>
        {client !== undefined && (
          <Menu.Item
            component={Link}
            to="/account/mails"
            leftSection={<Icon name="mail" size={16} />}
          >
            Mails
          </Menu.Item>
        )}
        <Menu.Item leftSection={<kbd>?</kbd>} onClick={onOpenKeys}>
          Keys of this page
        </Menu.Item>
        <SignOut />
      </Menu.Dropdown>
    </Menu>
  );
}

function SignOut() {
  const { mutate } = useMutation({
    ...signOutMutation(),
    onSuccess: () => {
      forgetTab();
      loadForAnother('/sign-in');
    },
  });
  return (
    <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => mutate()}>
      Sign out
    </Menu.Item>
  );
}
