import { NoSlotError } from '../fairness/slots.ts'

/** What PostgreSQL's error codes mean to us; see its manual, appendix A. */

const retryable = new Set(['40001', '40P01'])
/** Classes 08 (connection), 53 (resources), 57 (operator intervention): the database, not the statement, has trouble. */
const unavailableClasses = new Set(['08', '53', '57'])
/** A lock that somebody else has held for too long. */
const lockNotAvailable = '55P03'
/** The server takes no writes: a follower that has not been made the first yet, in the middle of a fail-over. */
const readOnly = '25006'
/** Nor does it show what is not in the log of writes; any other feature that is not supported is the statement's fault. */
const notSupported = '0A000'
const whereUnlogged = 'get_relation_info'
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const driverMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
]

const diskFull = '53100'

export function isRetryable(error: unknown): boolean {
  return retryable.has(codeOf(error))
}

/** Somebody holds what a statement needs; alone it may wait for that. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === lockNotAvailable || codeOf(error) === '40P01'
}

/** Somebody else was quicker with what a statement rests on, or holds it; alone, and looked at anew, it may work. */
export function isConcurrencyConflict(error: unknown): boolean {
  return isLockTimeout(error) || isRetryable(error) || codeOf(error) === '23505'
}

/** The database cannot be reached or cannot serve now; the same call may well succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoSlotError) return true
  const code = codeOf(error)
  if (code === lockNotAvailable || code === readOnly) return true
  if (code === notSupported) return (error as { routine?: string }).routine === whereUnlogged
  if (code.length === 5 && unavailableClasses.has(code.slice(0, 2))) return true
  // A missing file has the same code as a missing socket.
  if (socketCodes.has(code)) return code !== 'ENOENT' || (error as { syscall?: string }).syscall === 'connect'
  const message = error instanceof Error ? error.message : ''
  return driverMessages.some((sentence) => message.includes(sentence))
}

/** The server has no room for what it was to write. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === diskFull
}

/** Another statement of the transaction has failed before this one, and that one's error tells why. */
export function isAbortedTransaction(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}
