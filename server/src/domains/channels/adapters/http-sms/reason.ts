import type { FailureReason } from '../../adapter.ts'

/** Those that a gateway can know of; the others are told of our own doings. */
const known = new Set<unknown>([
  'rejected',
  'invalidRecipient',
  'unreachable',
  'optedOut',
  'windowClosed',
  'rateLimited',
  'providerError',
  'timeout',
  'credentials',
  'expired',
] satisfies FailureReason[])

export function isReason(value: unknown): value is FailureReason {
  return known.has(value)
}
