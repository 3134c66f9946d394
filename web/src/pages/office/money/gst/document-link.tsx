/** Renders the number of a tax document as a link to what it says. */
export function DocumentLink({ id, number }: { id: number; number: string }) {
  return (
    <a href={`/admin/documents/${id}/html`} target="_blank" rel="noreferrer">
      {number}
    </a>
  );
}
