import { unzipSync, type AsyncUnzipOptions, type UnzipCallback } from 'fflate/browser';

export * from 'fflate/browser';

/**
 * What `read-excel-file` uses of fflate, in the worker that it runs in already: fflate starts further workers from
 * `blob:` addresses, which the content security policy refuses.
 */
export function unzip(data: Uint8Array, options: AsyncUnzipOptions, done: UnzipCallback): void {
  try {
    done(null, unzipSync(data, { filter: options.filter }));
  } catch (error) {
    done(error as Parameters<UnzipCallback>[0], {});
  }
}
