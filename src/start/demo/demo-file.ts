import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserKind } from '../../identity/roles.js';
import { readOwnFile } from '../../platform/own-file.js';

/** Contents of DATA_DIR/demo.json: how to call the demo. */
export interface DemoAccess {
  base_url: string;
  admin_token: string | null;
  clients: {
    name: string;
    plan: string;
    subscription: string;
    token: string;
    test_token: string;
    domain: string;
  }[];
  /** People who can sign in to the dashboard. */
  users: {
    email: string;
    password: string;
    kind: UserKind;
    roles: readonly string[];
    /** Name of a member's client. */
    client?: string;
  }[];
  /** Present until all demo orders are stored. A start that finds it continues with the orders. */
  is_filling?: true;
}

/** Writes DATA_DIR/demo.json atomically, readable by its owner only. */
export async function keepDemo(dataDir: string, demo: DemoAccess): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const fresh = `${demoFile(dataDir)}.${randomUUID()}`;
  await writeFile(fresh, `${JSON.stringify(demo, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  await rename(fresh, demoFile(dataDir));
}

/** Reads DATA_DIR/demo.json; null if it is missing, unreadable, or belongs to another user. */
export async function readDemo(dataDir: string): Promise<DemoAccess | null> {
  try {
    const kept = JSON.parse(await readOwnFile(demoFile(dataDir))) as DemoAccess;
    // Versions without a dashboard stored no users.
    return { ...kept, users: kept.users ?? [] };
  } catch {
    return null;
  }
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
