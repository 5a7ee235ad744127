import { DispatchFailedError, type DispatchFailureReason } from '../../adapter.ts'
import type { ProviderAnswer } from '../call.ts'
import { readFields } from '../webhook-request.ts'

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

const selfExplanatoryStatuses = new Set([401, 403, 429])

/** The gateway may give one of our failure reasons. */
export function toGatewayFailure({ status, json }: ProviderAnswer): DispatchFailedError | undefined {
  const { reason } = readFields(json)
  if (selfExplanatoryStatuses.has(status) || status >= 500 || !isGatewayReason(reason)) return undefined
  const retry = reason === 'rateLimited' ? 'later' : 'never'
  return new DispatchFailedError(reason, `The SMS gateway rejected the request (${status})`, { retry })
}
