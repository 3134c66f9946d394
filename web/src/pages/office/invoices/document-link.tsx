import type { ListedDocument } from '../../../documents/document-columns';

/** Renders the number of a document as a link to its page; a canceled number has none. */
export function DocumentLink({ id, number, kind }: Pick<ListedDocument, 'id' | 'number' | 'kind'>) {
  if (kind === 'canceled') return <span className="mono">{number}</span>;
  return (
    <a href={`/admin/documents/${id}/html`} target="_blank" rel="noreferrer" className="mono">
      {number}
    </a>
  );
}
