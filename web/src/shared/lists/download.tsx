import { Button } from '@mantine/core';
import { lazy } from 'react';
import { Icon } from '../icon';
import { OnPress } from '../overlays/on-press';

interface DownloadProps {
  /** Path of the file: "/dashboard/api/orders/export". */
  path: string;
  /** Filters of the list; undefined does not filter. */
  filter?: Record<string, string | undefined>;
  label?: string;
}

const DownloadMenu = lazy(async () => ({
  default: (await import('../overlays/download-menu')).DownloadMenu,
}));

const BUTTON = {
  variant: 'default',
  size: 'compact-sm',
  leftSection: <Icon name="download" size={15} />,
} as const;

/** Renders a menu of the formats in which a list can be saved, with the filters of the page. */
export function DownloadTable({ path, filter = {}, label = 'Download' }: DownloadProps) {
  return (
    <OnPress
      button={<Button {...BUTTON}>{label}</Button>}
      kind="menu"
      opens={DownloadMenu}
      props={{ addressOf: (format: string) => addressOf(path, { ...filter, format }) }}
    />
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

/** Renders the download and the print button of a list that people also have on paper. */
export function DownloadOrPrint(file: DownloadProps) {
  return (
    <div className="buttons no-print">
      <DownloadTable {...file} />
      <Button
        {...BUTTON}
        leftSection={<Icon name="print" size={15} />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
}

function addressOf(path: string, filter: Record<string, string | undefined>): string {
  const set = Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}
