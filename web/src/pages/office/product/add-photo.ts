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
