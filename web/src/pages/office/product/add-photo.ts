import { addPhotoMutation } from '../../../api/generated/admin';
import { BrowserRefusal } from '../../../api/problem';

/** Pictures that the service reads. An iPhone converts its own to one of them. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp';
const BYTES_MAX = 15 * 1024 * 1024;

/** Uploads a picture, and returns its address for a product. The service detects the format from the first bytes. */
export async function addPhoto(file: File): Promise<string> {
  if (file.size > BYTES_MAX) {
    throw new BrowserRefusal(
      'The picture is larger than 15 MB. Save it smaller, and add it again.',
    );
  }
  const body = new Blob([file], { type: 'image/jpeg' });
  const { data } = await addPhotoMutation().mutationFn({ body });
  return data.url;
}

/** Photos that are on their way to a form, also those that wait for others. */
const onTheWay = new Set<Promise<unknown>>();

/** Notes a photo until it is in its form, or was refused. */
export function untilAdded<T>(photo: Promise<T>): Promise<T> {
  onTheWay.add(photo);
  return photo.finally(() => onTheWay.delete(photo));
}

/** Resolves once no photo is on its way; null: none is. */
export function allAdded(): Promise<void> | null {
  if (onTheWay.size === 0) return null;
  return Promise.allSettled(onTheWay).then(() => allAdded() ?? undefined);
}
