import { Button, Menu } from '@mantine/core';
import { Icon } from '../icon';

interface DownloadProps {
  /** Path of the file: "/dashboard/api/orders/export". */
  path: string;
  /** Filters of the list; undefined does not filter. */
  filter?: Record<string, string | undefined>;
  label?: string;
}

const TABLE_FORMATS = [
  ['xlsx', 'Excel (.xlsx)'],
  ['csv-excel', 'CSV for Excel'],
  ['csv', 'CSV for programs'],
] as const;

const BUTTON = {
  variant: 'default',
  size: 'compact-sm',
  leftSection: <Icon name="download" size={15} />,
} as const;

/** Renders a menu of the formats in which a list can be saved, with the filters of the page. */
export function DownloadTable({ path, filter = {}, label = 'Download' }: DownloadProps) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...BUTTON}>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TABLE_FORMATS.map(([format, name]) => (
          <Menu.Item
            key={format}
            component="a"
            href={addressOf(path, { ...filter, format })}
            download
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Renders a link to a file with a single format. */
export function DownloadFile({ path, filter = {}, label }: DownloadProps & { label: string }) {
  return (
    <Button component="a" href={addressOf(path, filter)} download {...BUTTON}>
      {label}
    </Button>
  );
}

function addressOf(path: string, filter: Record<string, string | undefined>): string {
  const set = Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}
