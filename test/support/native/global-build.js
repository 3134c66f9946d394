import { execFileSync } from 'node:child_process';

/** Builds what is out of date. */
export default function build() {
  execFileSync(process.execPath, ['scripts/build-if-needed.js'], { stdio: 'inherit' });
}
