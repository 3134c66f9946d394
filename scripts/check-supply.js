// Reads what package.json and package-lock.json say of the packages this project is made of: that each is the
// one that was locked, comes from a registry, runs nothing when it is installed, and may be used.
import { readFileSync } from 'node:fs';

/** Licences that ask for no more than to be named. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
]);

/** Shipped packages whose licence the lockfile does not tell, because they declare it in an old form. */
const KNOWN_LICENCES = { busboy: 'MIT', streamsearch: 'MIT' };

const { lockfileVersion, packages } = read('package-lock.json');
const { allowScripts, dependencies, devDependencies, optionalDependencies } = read('package.json');
const locked = Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''));

const problems = [
  ...(lockfileVersion === 3 ? [] : [`package-lock.json is of version ${lockfileVersion}, not 3`]),
  ...[dependencies, devDependencies, optionalDependencies].flatMap(pins),
  ...Object.entries(locked).flatMap(([path, entry]) =>
    [origin(entry), integrity(entry), scripts(path, entry), licence(path, entry)]
      .filter((problem) => problem !== null)
      .map((problem) => `${path} ${problem}`),
  ),
];

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
const shipped = Object.values(locked).filter(({ dev }) => !dev).length;
process.stdout.write(
  `${Object.keys(locked).length} packages, ${shipped} of them shipped: as they should be\n`,
);

function read(path) {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

/** Exact versions only, and those that are locked. */
function pins(wanted) {
  return Object.entries(wanted)
    .filter(([name, version]) => locked[`node_modules/${name}`]?.version !== version)
    .map(
      ([name, version]) => `package.json: ${name} "${version}" is not the version that is locked`,
    );
}

/** A registry's packages have an address of https or, where npm leaves it out, none; links have none of the two. */
function origin({ version, resolved, link }) {
  const isRegistry = resolved === undefined || /^https:\/\/[^#]+\.tgz$/.test(resolved);
  return link || version === undefined || !isRegistry ? 'does not come from a registry' : null;
}

function integrity({ integrity: hash, inBundle }) {
  return inBundle || /^sha512-[A-Za-z0-9+/]{86}==$/.test(hash) ? null : 'has no SHA-512 integrity';
}

function scripts(path, { hasInstallScript }) {
  const isRefused = allowScripts[nameOf(path)] === false;
  return hasInstallScript && !isRefused
    ? 'has an install script that allowScripts does not refuse'
    : null;
}

function licence(path, { dev, license = KNOWN_LICENCES[nameOf(path)] }) {
  return dev || LICENCES.has(license) ? null : `is shipped under ${license ?? 'no licence'}`;
}

function nameOf(path) {
  return path.replace(/^.*node_modules\//, '');
}
