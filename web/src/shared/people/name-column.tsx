import type { Column } from '../lists/columns';

/** Makes the column of people's names, which marks the signed-in person. */
export function nameColumn(ownId: number): Column<{ id: number; name: string }> {
  return {
    header: 'Name',
    cell: ({ id, name }) => (
      <>
        {name}
        {id === ownId && <span className="soft small"> (you)</span>}
      </>
    ),
  };
}
