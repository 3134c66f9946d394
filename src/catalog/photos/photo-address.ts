import type { PublicUrl } from '../../platform/http/public-url.js';
import type { ProductData } from '../product-record.js';

/** Longest sides in pixels of the pictures that are made of a photo. */
export const PHOTO_SIZES = [160, 640, 1600] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** The path of a photo's largest picture, which products store. */
const PHOTO = /^\/photos\/([\da-f]{64})\/1600\.jpg$/;

let service: Pick<PublicUrl, 'origin'> = { origin: '' };

/** Sets the address of this process's photos. It is read at each use, because only a service that listens knows its port. */
export function servePhotosAt(publicUrl: Pick<PublicUrl, 'origin'>): void {
  service = publicUrl;
}

export function photoPath(hash: string, size: PhotoSize): string {
  return `/photos/${hash}/${size}.jpg`;
}

/** Makes the address of a photo. */
export function photoAddress(hash: string, size: PhotoSize): string {
  return service.origin + photoPath(hash, size);
}

/** Makes the address of a stored picture. Photos are stored without the origin, so that another one needs no migration. */
export function shownPicture(stored: string): string {
  return stored.startsWith('/') ? service.origin + stored : stored;
}

/** Makes the addresses of stored pictures. */
export function shownPictures(stored: readonly string[]): readonly string[] {
  return stored.some((picture) => picture.startsWith('/')) ? stored.map(shownPicture) : stored;
}

/** Makes the stored form of a picture's address. */
export function storedPicture(address: string): string {
  return isPhotoAddress(address) ? address.slice(service.origin.length) : address;
}

/** Makes the stored form of addresses, with each photo once. */
export function storedPictures(addresses: readonly string[]): string[] {
  const stored = addresses.map(storedPicture);
  return stored.filter((picture, at) => !PHOTO.test(picture) || stored.indexOf(picture) === at);
}

/** Returns true for the address of a photo of this service. */
export function isPhotoAddress(address: string): boolean {
  const { origin } = service;
  return address.startsWith(`${origin}/`) && PHOTO.test(address.slice(origin.length));
}

/** Lists the hashes of a product's photos, of its combinations too. */
export function photosOf({
  images,
  variationImages,
}: Pick<ProductData, 'images' | 'variationImages'>): string[] {
  const pictures = [...images, ...Object.values(variationImages ?? {})];
  return [...new Set(pictures.flatMap((picture) => PHOTO.exec(picture)?.[1] ?? []))];
}
