interface DocumentLinkProps {
  id: number;
  number: string;
  /** Left out where no canceled numbers are listed. */
  kind?: string;
}

/** Renders the number of a document as a link to its page; a canceled number has none. */
export function DocumentLink({ id, number, kind }: DocumentLinkProps) {
  if (kind === 'canceled') return <span className="mono">{number}</span>;
  return (
    <a href={`/admin/documents/${id}/html`} target="_blank" rel="noreferrer" className="mono">
      {number}
    </a>
  );
}
