import { useEffect, useRef } from 'react';
import image from '../../../shared/product-image.module.css';

const SIZE = 64;
const PIXELS = 2 * SIZE;

/** Renders a small picture of a file that is not uploaded; an empty frame if the browser cannot read it. */
export function PhotoPreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const picture = await createImageBitmap(file, { resizeWidth: PIXELS });
      const top = (PIXELS - picture.height) / 2;
      canvas.current?.getContext('2d')?.drawImage(picture, 0, top);
      picture.close();
    };
    draw().catch(() => undefined);
  }, [file]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className={image.image}
      width={PIXELS}
      height={PIXELS}
      style={{ width: SIZE, height: SIZE }}
    />
  );
}
