import { Notice } from '../shared/layout/notice';

/** Stands on the page of a mailed link that was opened without its token. */
export function IncompleteLink() {
  return (
    <Notice tone="bad" title="The link is not complete.">
      Open the link in the mail again, or copy all of it into the address bar.
    </Notice>
  );
}
