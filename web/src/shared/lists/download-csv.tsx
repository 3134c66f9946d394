import { Button } from '@mantine/core';
import { Icon } from '../icon';

interface DownloadCsvProps {
  /** The path of the file: "/dashboard/api/orders/export". */
  path: string;
  /** What the list is filtered by; undefined does not filter. */
  filter?: Record<string, string | undefined>;
  label?: string;
}

/** Saves a list as a CSV file, filtered as the page is. */
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
