import { unzipSync, type UnzipCallback } from 'fflate/browser';

export * from 'fflate/browser';

/**
 * What `read-excel-file` uses of fflate, in the worker that it runs in already: fflate starts further workers from
 * `blob:` addresses, which the content security policy refuses.
 */
export function unzip(data: Uint8Array, done: UnzipCallback): void {
  try {
    done(null, unzipSync(data));
  } catch (error) {
    done(error as Parameters<UnzipCallback>[0], {});
  }
}
