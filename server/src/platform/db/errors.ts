import { setTimeout as sleep } from 'node:timers/promises'
import { NoSlotError } from '../fairness/slots.ts'

/** How we classify PostgreSQL's error codes; see its manual, appendix A. */

const retryable = new Set(['40001', '40P01'])
/**
 * Classes 08 (connection), 53 (resources), 57 (operator intervention): the fault is the database's, not the
 * statement's.
 */
const unavailableClasses = new Set(['08', '53', '57'])
/** Another session held a lock for too long. */
const lockNotAvailable = '55P03'
/** The server rejects writes: a standby that has not been promoted yet, during a failover. */
const readOnly = '25006'
/** A standby cannot read unlogged tables either. Any other unsupported feature is the statement's fault. */
const notSupported = '0A000'
const whereUnlogged = 'get_relation_info'
const unknownStatement = '26000'
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
  return retryable.has(codeOf(error)) || isStalePlan(error)
}

/** PostgreSQL's functions that report these errors: messages are translated, and the first has a general code. */
const stalePlanRoutines = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement'])

/**
 * A connection prepared the statement before a migration changed its result, or no longer has it. It has not run;
 * prepared again, it works.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== notSupported && code !== unknownStatement) return false
  return stalePlanRoutines.has((error as { routine?: string }).routine ?? '')
}

/** Another session holds a lock that the statement needs; run separately, it may wait for the lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === lockNotAvailable || codeOf(error) === '40P01'
}

/** Another session changed or locked rows that the statement depends on; run again separately, it may succeed. */
export function isConcurrencyConflict(error: unknown): boolean {
  return isLockTimeout(error) || isRetryable(error) || codeOf(error) === '23505'
}

/** The database is unreachable or cannot serve now; the same call may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoSlotError) return true
  const code = codeOf(error)
  if (code === lockNotAvailable || code === readOnly) return true
  if (code === notSupported) return (error as { routine?: string }).routine === whereUnlogged
  if (code.length === 5 && unavailableClasses.has(code.slice(0, 2))) return true
  // ENOENT can mean a missing socket or a missing file; only the former counts.
  if (socketCodes.has(code)) return code !== 'ENOENT' || (error as { syscall?: string }).syscall === 'connect'
  const message = error instanceof Error ? error.message : ''
  return driverMessages.some((sentence) => message.includes(sentence))
}

export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === diskFull
}

/** An earlier statement of the transaction failed, and its error has the reason. */
export function isAbortedTransaction(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}

const maxWaitMilliseconds = 2_000

/** Retries while the database is unavailable, so that the record of completed work is not lost, until `stop` fires. */
export async function retryWhileUnavailable<T>(act: () => Promise<T>, stop: AbortSignal): Promise<T> {
  for (let wait = 50; ; wait = Math.min(wait * 2, maxWaitMilliseconds)) {
    try {
      return await act()
    } catch (error) {
      if (!isUnavailable(error) || stop.aborted) throw error
      await sleep(wait)
    }
  }
}
