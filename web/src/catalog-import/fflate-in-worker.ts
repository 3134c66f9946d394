import { unzipSync, type UnzipCallback } from 'fflate/browser';

export * from 'fflate/browser';

/**
 * Unzips in the current worker for `read-excel-file`: fflate would start further workers from `blob:` addresses, which
 * the content security policy refuses.
 */
export function unzip(data: Uint8Array, done: UnzipCallback): void {
  try {
    done(null, unzipSync(data));
  } catch (error) {
    done(error as Parameters<UnzipCallback>[0], {});
  }
}
