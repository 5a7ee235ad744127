import type { InitiationResult } from '../../conversations/index.ts'
import type { SendFailureReason } from './send.ts'

export type FailedOpeningOutcome =
  /** `retryAfterSeconds`: the delay that the provider requested. */
  | { kind: 'again'; detail: string; retryAfterSeconds?: number }
  | { kind: 'ends'; state: 'failed' | 'suppressed'; reason: SendFailureReason; detail: string }

type UndispatchedResult = Exclude<InitiationResult, { kind: 'dispatched' | 'unresolved' }>

/** Nothing was attempted because the binding is disabled; it may be enabled again at any time. */
export const isSwitchedOff = (opened: InitiationResult): boolean =>
  opened.kind === 'refused' && opened.reason === 'bindingDisabled'

/** Decides the next state of a send whose opening was not dispatched. */
export function resolveFailedOpening(
  opened: UndispatchedResult,
  { isLastAttempt }: { isLastAttempt: boolean },
): FailedOpeningOutcome {
  if (opened.kind === 'incapable') return incapable(opened.known)
  if (opened.kind === 'refused') return refused(opened)
  const reason = failureReasonOf(opened.reason)
  if (opened.again && !isLastAttempt) {
    const { detail, retryAfterSeconds } = opened
    return { kind: 'again', detail, retryAfterSeconds }
  }
  const state = reason === 'opted_out' ? 'suppressed' : 'failed'
  return { kind: 'ends', state, reason, detail: opened.detail }
}

function incapable(known: boolean): FailedOpeningOutcome {
  const detail = known
    ? 'The number was found unable to receive RCS within the last seven days'
    : 'The number cannot receive RCS'
  return { kind: 'ends', state: known ? 'suppressed' : 'failed', reason: 'not_rcs_capable', detail }
}

const refusals: Partial<Record<(UndispatchedResult & { kind: 'refused' })['reason'], SendFailureReason>> = {
  optedOut: 'opted_out',
  noRoute: 'no_route',
  bindingDisabled: 'binding_error',
  unknownRecipient: 'no_channel_identity',
}

/** A STOP means that nothing was attempted; everything else was refused. */
function refused({
  reason,
  detail = 'The gateway rejected it',
}: UndispatchedResult & { kind: 'refused' }): FailedOpeningOutcome {
  const state = reason === 'optedOut' ? 'suppressed' : 'failed'
  return { kind: 'ends', state, reason: refusals[reason] ?? 'dispatch_failed', detail }
}

const failures: Partial<Record<(UndispatchedResult & { kind: 'failed' })['reason'], SendFailureReason>> = {
  capabilityUnknown: 'capability_unknown',
  credentials: 'binding_error',
  optedOut: 'opted_out',
  noRoute: 'no_route',
  bindingDisabled: 'binding_error',
  unreachable: 'not_rcs_capable',
}

const failureReasonOf = (reason: (UndispatchedResult & { kind: 'failed' })['reason']): SendFailureReason =>
  failures[reason] ?? 'dispatch_failed'
