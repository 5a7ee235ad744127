import { pino } from 'pino'

/** A startup that cannot succeed in the current environment. The message tells the operator what to do. */
export class StartupError extends Error {}

/** Serializes errors for the log. Errors of PostgreSQL quote user data, so only their kind and location are logged. */
export function serializeError(error: unknown): object {
  const serialized = pino.stdSerializers.err(error as Error)
  if (!isDatabaseError(error)) return serialized
  const { code, severity, routine, table, constraint } = error
  const frames = String(error.stack ?? '').split('\n    at ')
  const stack = frames.slice(1).map((frame) => `    at ${frame}`)
  return { type: 'DatabaseError', code, severity, routine, table, constraint, stack: stack.join('\n') }
}

type DatabaseError = Error & Record<'code' | 'severity' | 'routine' | 'table' | 'constraint', string | undefined>

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'routine' in error
}
