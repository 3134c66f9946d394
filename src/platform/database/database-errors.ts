import { QueryFailedError } from 'typeorm';

/** Error: the database cannot answer now; trying again later may help. */
export class UnavailableError extends Error {}

/** Error: the database was asked for more than it could do in time. */
export class OverloadError extends UnavailableError {
  constructor() {
    super('waited too long for a turn at the database');
  }
}

/** PostgreSQL's details of a failed statement, without its parameters. */
interface DatabaseError {
  /** SQLSTATE, or Node's code of a connection that failed. */
  code: string;
  constraint: string | undefined;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';

/** Node's codes of a connection that failed. */
const SOCKET_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/**
 * Codes of errors that may be gone after a while:
 * - failed connections, shutdown, too many connections
 * - repeated serialization failures and deadlocks
 * - limits of locks, statements and idle time
 * - a server that has become a standby, or a pooler without sessions: no writes, no such function, statement or file
 */
const UNAVAILABLE_CODES =
  /^(08...|57P0[1-5]|53...|25006|26000|55000|58P01|0A000|40P01|40001|55P03|57014|25P0[34])$/;
/** TypeORM's words for a connection that was lost in the middle of a transaction. */
const LOST_IN_TRANSACTION = /^(QueryRunner(Provider)?AlreadyReleased|TransactionNotStarted)Error$/;
/** pg reports a lost or unobtainable connection by text only. */
const UNAVAILABLE_MESSAGES =
  /^((connect|read|write) E[A-Z]+|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|Driver not Connected)/;
/** Codes for text or numbers that PostgreSQL cannot hold: a check of the request has a gap. */
const UNFIT_VALUE_CODES = /^(22P02|22021|22001|22003|22P05)$/;

/** Reads the details of an error of PostgreSQL or of the connection to it; null for any other error. */
export function databaseError(error: unknown): DatabaseError | null {
  const cause = driverError(error);
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string')
    return null;
  // Only PostgreSQL's own errors tell their severity; a connection that was refused is Node's error.
  const isPostgres = 'severity' in cause;
  if (!isPostgres && !SOCKET_CODES.test(cause.code)) return null;
  const constraint = 'constraint' in cause ? cause.constraint : undefined;
  return { code: cause.code, constraint: typeof constraint === 'string' ? constraint : undefined };
}

/** Returns true if an error is the violation of the named unique constraint. */
export const isUniqueViolation = violation('23505');

/** Returns true if an error is the violation of the named foreign key. Its row may have been deleted meanwhile. */
export const isForeignKeyViolation = violation('23503');

/** Returns true if an error is the violation of the named CHECK. */
export const isCheckViolation = violation('23514');

/** Returns true if a caller can only try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof UnavailableError) return true;
  const cause = driverError(error);
  if (cause === null) return false;
  // PostgreSQL ends the connection, or refuses to open it: no request is at fault.
  if ('severity' in cause && cause.severity === 'FATAL') return true;
  const fault = databaseError(error);
  if (fault !== null) return UNAVAILABLE_CODES.test(fault.code) || SOCKET_CODES.test(fault.code);
  return UNAVAILABLE_MESSAGES.test(cause.message) || LOST_IN_TRANSACTION.test(cause.name);
}

/** Returns true if PostgreSQL has no disk or memory left for a statement. */
export function isShortage(error: unknown): boolean {
  return [DISK_FULL, OUT_OF_MEMORY].includes(databaseError(error)?.code ?? '');
}

/** Returns true if a statement gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return databaseError(error)?.code === LOCK_NOT_AVAILABLE;
}

/** Returns true if PostgreSQL rejected a statement because of its content. It had no effect and would fail again. */
export function isRefusedStatement(error: unknown): boolean {
  const cause = driverError(error);
  return cause !== null && 'severity' in cause && !isDatabaseUnavailable(error);
}

/** Returns true if a request waited for a connection of the pool until its time limit. */
export function isPoolBusy(error: unknown): boolean {
  return driverError(error)?.message === 'timeout exceeded when trying to connect';
}

/** Returns true if PostgreSQL cannot store a value of the request at all. */
export function isUnfitValue(error: unknown): boolean {
  return UNFIT_VALUE_CODES.test(databaseError(error)?.code ?? '');
}

/** Makes the check whether an error has a code and names a constraint. */
function violation(code: string): (error: unknown, constraint: string) => boolean {
  return (error, constraint) => {
    const fault = databaseError(error);
    return fault?.code === code && fault.constraint === constraint;
  };
}

/** Recognizes an error by its fields, because a socket's error may have the class of another realm. */
function driverError(error: unknown): Error | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const isError =
    typeof cause === 'object' && cause !== null && 'message' in cause && 'name' in cause;
  return isError ? (cause as Error) : null;
}
