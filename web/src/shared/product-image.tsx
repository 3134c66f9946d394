import { useState } from 'react';
import classes from './product-image.module.css';

interface ProductImageProps {
  /** undefined: the product has no picture. */
  address: string | undefined;
  /** Width and height in pixels. */
  size: number;
}

/** Renders a picture of a product, or an empty frame without a picture or if it cannot be loaded. */
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
