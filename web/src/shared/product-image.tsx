import { useState } from 'react';
import classes from './product-image.module.css';

interface ProductImageProps {
  /** undefined: the product has none. */
  address: string | undefined;
  /** In pixels, of both sides. */
  size: number;
}

/** Renders a picture of a product; an empty frame where it has no picture, or it can not be loaded. */
export function ProductImage({ address, size }: ProductImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hasPicture = address !== undefined && address !== broken;
  return hasPicture ? (
    <img
      className={classes.image}
      src={address}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(address)}
    />
  ) : (
    <span className={classes.image} data-empty style={{ width: size, height: size }} />
  );
}
