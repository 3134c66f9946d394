import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { FocusBack } from './focus-back';
import type { OpenAtButton } from './on-press';

const TABLE_FORMATS = [
  ['xlsx', 'Excel (.xlsx)'],
  ['csv-excel', 'CSV for Excel'],
  ['csv', 'CSV for programs'],
] as const;

interface DownloadMenuProps extends OpenAtButton {
  /** Makes the address of the file in a format. */
  addressOf: (format: string) => string;
}

/** Renders the formats in which a list can be saved. */
export function DownloadMenu({ button, addressOf }: DownloadMenuProps) {
  return (
    <Menu defaultOpened position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <FocusBack />
        {TABLE_FORMATS.map(([format, name]) => (
          <Menu.Item key={format} component="a" href={addressOf(format)} download>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
