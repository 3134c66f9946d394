import type { ListedDocument } from '../../documents/document-columns';

/** Renders the number of a document as a link to its PDF. */
export function OwnDocumentLink({ id, number }: Pick<ListedDocument, 'id' | 'number'>) {
  return (
    <a
      href={`/dashboard/api/documents/${id}/pdf`}
      target="_blank"
      rel="noreferrer"
      className="mono"
    >
      {number}
    </a>
  );
}
