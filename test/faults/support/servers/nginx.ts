import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/processes/run.js';
import { send } from '../http.js';
import { afterwards, stagedFolder } from '../stage.js';

export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;

/**
 * Starts nginx before some ports of this machine, for one test. Requests other than GET go to another instance only if the
 * first refused the connection.
 *
 * @param upstream more lines of the group of servers
 * @returns its base address
 */
export async function stagedNginx(ports: readonly number[], upstream: string): Promise<string> {
  const folder = await stagedFolder();
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), configuration(port, ports, upstream));
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'nginx.log'], {
    stdio: 'ignore',
  });
  afterwards(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await eventually(async () => (await send(`${baseUrl}/health/live`)).status === 200);
  return baseUrl;
}

function configuration(port: number, ports: readonly number[], upstream: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log nginx.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  upstream service {
    ${ports.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`).join('\n    ')}
    ${upstream}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
}
