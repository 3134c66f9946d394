import { UNLIMITED, UnreadableFile } from '../../../src/platform/table-file/limits.js';
import {
  readTable,
  type ReadSettings,
  type Table,
} from '../../../src/platform/table-file/read-table.js';

/** Request of the page to the worker. */
export interface ReadRequest {
  file: File;
  settings: ReadSettings;
}

/** Answer of the worker; `unreadable` is a message for the person. */
export type ReadAnswer = { table: Table } | { unreadable: string };

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data).then((result) => self.postMessage(result));
};

async function answer({ file, settings }: ReadRequest): Promise<ReadAnswer> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { table: await readTable(bytes, settings, UNLIMITED) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  }
}
