#!/usr/bin/env node
/**
 * Checks a month that was exported with its seals (`GET /admin/ledger/export?month=2026-11&format=seals`). It needs nothing
 * but Node.js, so an auditor can run it, or write another one from docs/ledger-seals.md.
 *
 *   node scripts/verify-export.js sealed-journals-2026-11.jsonl                          only the file
 *   node scripts/verify-export.js sealed-journals-2026-11.jsonl --last <hash>            also that it ends with the hash of the closing
 *
 * Exits with 1 and a line for each fault if something does not match, with 2 if the file cannot be read.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pathToFileURL } from 'node:url';

const OFFSET_MS = 5.5 * 3_600_000;
const FAULTS_MAX = 20;

/** Writes the text whose SHA-256 is a seal. */
export function sealText({ seq, prev_sha256: prev, journal }) {
  const lines = [
    'ledger seal 1',
    `seq ${seq}`,
    `prev ${prev}`,
    `journal ${journal.id}`,
    `at ${journal.at}`,
    `kind ${journal.kind}`,
    `key ${sized(journal.key)}`,
    `order ${journal.order_id ?? '-'}`,
    `receipt ${journal.receipt_id ?? '-'}`,
    `reverses ${journal.reverses_id ?? '-'}`,
    `actor ${sized(journal.actor)}`,
    `note ${sized(journal.note)}`,
    `request ${sized(journal.request_id)}`,
    ...journal.postings.map(
      ({ line, account, owner, amount_minor: amount, balance_after: after }) =>
        ['posting', line, account, owner ?? '-', amount, after ?? '-'].join(' '),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Checks the lines of a file.
 *
 * @param lastHash the hash in the closing of the month; null: not known
 * @returns the lines that do not match, and the summary of the file
 */
export async function verifyLines(lines, lastHash = null) {
  const faults = [];
  let head = null;
  let last = null;
  let journals = 0;
  let debitMinor = 0;
  let number = 0;
  const fault = (text) => faults.push(`line ${number}: ${text}`);
  for await (const line of lines) {
    number += 1;
    const value = parsed(line);
    if (value === null) {
      fault('is not the JSON that the export writes');
      continue;
    }
    if (number === 1) {
      head = value;
      if (!isMonthLine(line, value))
        fault('does not name the month, its journals and their debits');
      continue;
    }
    const problems = problemsOf(line, value, last, head?.month);
    problems.forEach(fault);
    last = value;
    if (value.journal === undefined) continue;
    journals += 1;
    for (const { amount_minor: amount } of value.journal.postings ?? []) {
      debitMinor += Math.max(0, -amount);
    }
  }
  number = 1;
  if (head === null) fault('is missing');
  else {
    if (head.journals !== journals)
      fault(`names ${head.journals} journals, the file has ${journals}`);
    if (head.debit_minor !== debitMinor) {
      fault(`names debits of ${head.debit_minor}, the file has ${debitMinor}`);
    }
  }
  if (lastHash !== null && last?.sha256 !== lastHash) {
    faults.push(`the last hash is ${last?.sha256 ?? 'missing'}, the closing has ${lastHash}`);
  }
  return { faults, month: head?.month, journals, debitMinor, last };
}

/** Finds the problem with the line of a seal, given the previous line. */
function problemsOf(line, value, before, month) {
  try {
    if (line !== JSON.stringify(ordered(value))) return ['is not written as the export writes it'];
    const problems = [];
    if (before !== null && value.seq !== before.seq + 1) problems.push('leaves out a number');
    if (before !== null && value.prev_sha256 !== before.sha256) {
      problems.push('does not continue the seal before');
    }
    if (value.journal === undefined) return problems;
    if (monthOf(value.journal.at) !== month) problems.push('has a journal of another month');
    const sum = value.journal.postings.reduce(
      (total, { amount_minor: amount }) => total + amount,
      0,
    );
    if (sum !== 0) problems.push(`has postings that sum to ${sum}`);
    if (sha256(sealText(value)) !== value.sha256) problems.push('has a journal of another hash');
    return problems;
  } catch {
    return ['is not the line of a seal'];
  }
}

/** Makes a value with the keys of the export in their order. Throws if it is not a seal. */
function ordered({ seq, prev_sha256, sha256: hash, journal }) {
  const seal = { seq, prev_sha256, sha256: hash };
  if (journal === undefined) return seal;
  const { id, at, kind, key, order_id, receipt_id, reverses_id, actor, note, request_id } = journal;
  const postings = journal.postings.map(
    ({ line, account, owner, amount_minor, balance_after }) => ({
      line,
      account,
      owner,
      amount_minor,
      balance_after,
    }),
  );
  const facts = { id, at, kind, key, order_id, receipt_id, reverses_id, actor, note, request_id };
  return { ...seal, journal: { ...facts, postings } };
}

function isMonthLine(line, { month, journals, debit_minor }) {
  return /^\d{4}-\d\d$/.test(month) && line === JSON.stringify({ month, journals, debit_minor });
}

function parsed(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Writes a text with its length in bytes of UTF-8 in front, or `-` for null. */
function sized(text) {
  return text === null ? '-' : `${Buffer.byteLength(text)}:${text}`;
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Computes the month in India of a time. */
function monthOf(at) {
  return new Date(Date.parse(at) + OFFSET_MS).toISOString().slice(0, 7);
}

/** Yields the lines of a file, each without its line feed. Other separators of lines may be part of a text. */
async function* linesOf(file) {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function main([file, option, lastHash]) {
  const isRight = file !== undefined && (option === undefined || option === '--last');
  if (!isRight || (option !== undefined && !/^[0-9a-f]{64}$/.test(lastHash ?? ''))) {
    process.stderr.write('Usage: node verify-export.js <file> [--last <hash of 64 hex digits>]\n');
    return 2;
  }
  const { faults, month, journals, debitMinor, last } = await verifyLines(
    linesOf(file),
    lastHash ?? null,
  );
  if (faults.length > 0) {
    const shown = faults.slice(0, FAULTS_MAX);
    const rest = faults.length - shown.length;
    process.stderr.write(`${[...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n')}\n`);
    return 1;
  }
  const end =
    last === null ? 'no seals' : `the last seal is ${last.seq} with the hash ${last.sha256}`;
  const debits = (debitMinor / 100).toFixed(2);
  process.stdout.write(
    `${month}: ${journals} journals with debits of ${debits} match their seals; ${end}\n`,
  );
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
