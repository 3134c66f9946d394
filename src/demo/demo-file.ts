import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserKind } from '../accounts/roles.js';
import { readOwnFile } from '../platform/own-file.js';

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
  /** People who can sign in to the dashboard. */
  users: {
    email: string;
    password: string;
    kind: UserKind;
    roles: readonly string[];
    /** The name of the client that a member belongs to. */
    client?: string;
  }[];
  /** Present until all of the demo's orders are stored: a start that finds it goes on with them. */
  is_filling?: true;
}

/** Writes DATA_DIR/demo.json, readable by its owner only; a reader never sees half of it. */
export async function keepDemo(dataDir: string, demo: DemoAccess): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const fresh = `${demoFile(dataDir)}.${randomUUID()}`;
  await writeFile(fresh, `${JSON.stringify(demo, null, 2)}\n`, {
    flag: 'wx',
    mode: 0o600,
  });
  await rename(fresh, demoFile(dataDir));
}

/** Reads DATA_DIR/demo.json; null when it is missing, unreadable, or another user's. */
export async function readDemo(dataDir: string): Promise<DemoAccess | null> {
  try {
    const kept = JSON.parse(await readOwnFile(demoFile(dataDir))) as DemoAccess;
    // Versions without a dashboard kept no users.
    return { ...kept, users: kept.users ?? [] };
  } catch {
    return null;
  }
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
