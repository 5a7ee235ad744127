import type { DispatchFailureReason } from '../../adapter.ts'

/** Reasons that a gateway can report. The others describe our own processing. */
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
