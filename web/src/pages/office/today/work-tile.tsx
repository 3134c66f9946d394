import { createContext, use, type ComponentProps } from 'react';
import { Tile } from '../../../shared/tile';

/** True in the line of text that names the kinds of work with nothing to do. */
export const IdleTiles = createContext(false);

/** Renders a kind of work as a tile, or in the line of the {@link IdleTiles} if there is nothing to do. */
export function WorkTile({
  isIdle = false,
  ...tile
}: ComponentProps<typeof Tile> & { isIdle?: boolean }) {
  if (use(IdleTiles) !== isIdle) return null;
  if (!isIdle) return <Tile {...tile} />;
  return (
    <span>
      {tile.name}: {tile.children}
    </span>
  );
}
