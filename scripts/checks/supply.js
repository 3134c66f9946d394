// Checks package.json, package-lock.json and .npmrc: every package has an exact, locked version, comes from a registry,
// runs no install script, and has a license that permits shipping it.
import { readFileSync } from 'node:fs';

/** Permissive licenses, which require attribution only, and those of libraries that are shipped unchanged. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // Of fonts, whose license file is shipped with them.
  'MIT AND OFL-1.1',
  'Python-2.0',
  // Of libvips, which reads photos: files of their own in their original form, and that others can replace.
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);

/** Licenses of shipped packages that declare theirs in an outdated form, which the lockfile leaves out. */
const KNOWN_LICENSES = { busboy: 'MIT', 'png-js': 'MIT', streamsearch: 'MIT' };

const { lockfileVersion, packages } = read('package-lock.json');
const { dependencies, devDependencies, optionalDependencies } = read('package.json');
const locked = Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''));

const problems = [
  ...(lockfileVersion === 3
    ? []
    : [`package-lock.json has version ${lockfileVersion}, expected 3`]),
  ...[dependencies, devDependencies, optionalDependencies].flatMap(pins),
  ...(/^ignore-scripts=true$/m.test(text('.npmrc'))
    ? []
    : ['.npmrc: expected ignore-scripts=true']),
  ...Object.entries(locked).flatMap(([path, entry]) =>
    [origin(entry), integrity(entry), license(path, entry)]
      .filter((problem) => problem !== null)
      .map((problem) => `${path} ${problem}`),
  ),
  ...unusedExceptions(),
];

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
const shipped = Object.values(locked).filter(({ dev }) => !dev).length;
process.stdout.write(
  `${Object.keys(locked).length} packages, ${shipped} of them shipped: no problems found\n`,
);

function read(path) {
  return JSON.parse(text(path));
}

function text(path) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Reports a dependency whose range is not exactly the locked version. */
function pins(wanted) {
  return Object.entries(wanted)
    .filter(([name, version]) => locked[`node_modules/${name}`]?.version !== version)
    .map(([name, version]) => `package.json: ${name} "${version}" is not the locked version`);
}

/** Rejects links and Git dependencies. Packages of a registry have an https URL, or none if npm omits it. */
function origin({ version, resolved, link }) {
  const isRegistry = resolved === undefined || /^https:\/\/[^#]+\.tgz$/.test(resolved);
  return link || version === undefined || !isRegistry ? 'does not come from a registry' : null;
}

function integrity({ integrity: hash, inBundle }) {
  return inBundle || /^sha512-[A-Za-z0-9+/]{86}==$/.test(hash) ? null : 'has no SHA-512 integrity';
}

function license(path, { dev, license: name = KNOWN_LICENSES[nameOf(path)] }) {
  return dev || LICENSES.has(name) ? null : `is shipped under ${name ?? 'no license'}`;
}

/** Reports licenses that no shipped package has, and known licenses of packages that need none. */
function unusedExceptions() {
  const shipped = Object.entries(locked).filter(([, { dev }]) => !dev);
  const used = new Set(
    shipped.map(([path, entry]) => entry.license ?? KNOWN_LICENSES[nameOf(path)]),
  );
  const undeclared = new Set(
    shipped.filter(([, entry]) => entry.license === undefined).map(([path]) => nameOf(path)),
  );
  return [
    ...[...LICENSES].filter((name) => !used.has(name)),
    ...Object.keys(KNOWN_LICENSES).filter((name) => !undeclared.has(name)),
  ].map((name) => `scripts/checks/supply.js: no shipped package needs ${name}`);
}

function nameOf(path) {
  return path.replace(/^.*node_modules\//, '');
}
