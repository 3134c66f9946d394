import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What DATA_DIR/demo.json holds: how to call the demo. */
export interface DemoAccess {
  base_url: string;
  admin_token: string | null;
  clients: {
    name: string;
    plan: string;
    subscription: string;
    token: string;
    /** Only the client with test mode has one. */
    test_token?: string;
    domain: string;
  }[];
  /** Present until all of the demo's orders are stored: a start that finds it goes on with them. */
  is_filling?: true;
}

/** Writes DATA_DIR/demo.json, readable by its owner only; a reader never sees half of it. */
export async function keepDemo(dataDir: string, demo: DemoAccess): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const fresh = `${demoFile(dataDir)}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, demoFile(dataDir));
}

/** Reads DATA_DIR/demo.json; null when it is missing or unreadable. */
export async function readDemo(dataDir: string): Promise<DemoAccess | null> {
  try {
    return JSON.parse(await readFile(demoFile(dataDir), 'utf8')) as DemoAccess;
  } catch {
    return null;
  }
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
