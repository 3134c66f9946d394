import { createContext, use, type ComponentProps } from 'react';
import { Tile } from '../../../shared/tile';

/** True where kinds of work are listed of which nothing waits. */
export const IdleTiles = createContext(false);

/** Renders a figure of waiting work; if nothing waits, as a short text among the {@link IdleTiles}. */
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
