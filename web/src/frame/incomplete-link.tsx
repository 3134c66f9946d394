import { Notice } from '../shared/layout/notice';

/** Renders the page of a mailed link that was opened without its token. */
export function IncompleteLink() {
  return (
    <Notice tone="bad" title="The link is incomplete.">
      Open the link in the mail again, or copy the whole link into the address bar.
    </Notice>
  );
}
