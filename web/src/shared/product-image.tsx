import { useState } from 'react';
import classes from './product-image.module.css';

interface ProductImageProps {
  /** undefined: the product has no picture. */
  address: string | undefined;
  /** Width and height in pixels. */
  size: number;
}

/** The end of the address of a photo that the service stores, which it serves in three sizes. */
const PHOTO = /\/photos\/([\da-f]{64})\/1600\.jpg$/;

/** Finds the hash of a photo by its address; null: another picture. */
export function hashOfPhoto(address: string): string | null {
  return PHOTO.exec(address)?.[1] ?? null;
}

/** Makes the address of a small picture of a photo, at the origin of the page. Other pictures have one size. */
function sourceOf(address: string, size: number): string {
  const hash = hashOfPhoto(address);
  return hash === null ? address : `/photos/${hash}/${size <= 80 ? 160 : 640}.jpg`;
}

/** Renders a picture of a product, or an empty frame without a picture or if it cannot be loaded. */
export function ProductImage({ address, size }: ProductImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hasPicture = address !== undefined && address !== broken;
  return hasPicture ? (
    <img
      className={classes.image}
      src={sourceOf(address, size)}
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
