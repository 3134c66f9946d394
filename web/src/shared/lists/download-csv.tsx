import { Button } from '@mantine/core';
import { Icon } from '../icon';

interface DownloadCsvProps {
  /** Path of the file: "/dashboard/api/orders/export". */
  path: string;
  /** Filters of the list; undefined does not filter. */
  filter?: Record<string, string | undefined>;
  label?: string;
}

/** Renders a link to the list as a CSV file, with the filters of the page. */
export function DownloadCsv({ path, filter = {}, label = 'Download CSV' }: DownloadCsvProps) {
  const set = Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]);
  const query = new URLSearchParams(set).toString();
  return (
    <Button
      component="a"
      href={query === '' ? path : `${path}?${query}`}
      download
      variant="default"
      size="compact-sm"
      leftSection={<Icon name="download" size={15} />}
    >
      {label}
    </Button>
  );
}
