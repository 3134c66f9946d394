import type { ReadSettings, Table } from '../../../src/platform/table-file/read-table.js';
import type { ReadAnswer, ReadRequest } from './read-table.worker';

/** Reads a file aside from the page, which a large one would freeze. @throws Error with a message for the person */
export async function readInWorker(file: File, settings: ReadSettings): Promise<Table> {
  const worker = new Worker(new URL('./read-table.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<ReadAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => resolve(data);
      worker.onerror = () => reject(new Error('The file could not be read. Choose it again.'));
      worker.postMessage({ file, settings } satisfies ReadRequest);
    });
    if ('unreadable' in answer) throw new Error(answer.unreadable);
    return answer.table;
  } finally {
    worker.terminate();
  }
}
