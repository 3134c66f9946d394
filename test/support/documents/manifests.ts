import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { run, scratchFolder } from '../processes/run.js';

export const FOLDER = 'deploy/kubernetes';

export const API_GROUPS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Service: 'core/v1',
  PersistentVolumeClaim: 'core/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Job: 'batch/v1',
  CronJob: 'batch/v1',
  NetworkPolicy: 'networking/v1',
  Ingress: 'networking/v1',
};

/** Type of a patch, in which every field may be missing. */
const PART =
  'type Part<T> = T extends (infer U)[] ? Part<U>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;';

export interface Container {
  name: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  volumeMounts: { name: string; mountPath: string }[];
}

/** Manifest, with the fields of any kind that the tests read. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: [Container];
        volumes: { name: string; secret?: { secretName: string } }[];
        terminationGracePeriodSeconds: number;
      };
    };
    jobTemplate?: { spec: Manifest['spec'] };
    selector: Record<string, unknown>;
    scaleTargetRef: unknown;
  };
}

/** A part that an installation may add. */
export interface Component {
  resources: Manifest[];
  /** Parts of manifests. */
  patches: Manifest[];
}

export async function readManifest(file: string): Promise<Manifest> {
  return parse(await readFile(join(FOLDER, file), 'utf8')) as Manifest;
}

/** Reads what a component, or an overlay of the folder, adds. */
export async function readComponent(folder: string): Promise<Component> {
  const text = await readFile(join(FOLDER, folder, 'kustomization.yaml'), 'utf8');
  const { resources = [], patches } = parse(text) as {
    resources?: string[];
    patches: { path: string }[];
  };
  const files = resources.filter((resource) => resource.endsWith('.yaml'));
  return {
    resources: await Promise.all(files.map((file) => readManifest(join(folder, file)))),
    patches: await Promise.all(patches.map(({ path }) => readManifest(join(folder, path)))),
  };
}

/** Returns TypeScript's messages about manifests and patches, by the types of Kubernetes; '' without any. */
export async function typeErrors(wholes: readonly Manifest[], patches: readonly Manifest[]) {
  const program = [...wholes, ...patches].map((manifest, index) => {
    const { kind } = manifest;
    const whole = `import('kubernetes-types/${API_GROUPS[kind]}.js').${kind}`;
    const type = index < wholes.length ? whole : `Part<${whole}>`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const folder = await scratchFolder();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'manifests.ts'), [PART, ...program].join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [tsc, ...options, 'manifests.ts'], { cwd: folder });
  const { stdout } = await checked.catch((error: { stdout: string }) => error);
  return stdout;
}
