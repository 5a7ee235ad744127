import type { DispatchFailureReason } from '../../adapter.ts'

/** Those that a gateway can know of; the others are told of our own doings. */
const gatewayReasons = new Set<unknown>([
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
] satisfies DispatchFailureReason[])

export function isGatewayReason(value: unknown): value is DispatchFailureReason {
  return gatewayReasons.has(value)
}
