import type { Opened } from '../../conversations/index.ts'
import type { FailureReason } from './send.ts'

export type Ending =
  /** `retryAfterSeconds`: what the provider asked for. */
  | { kind: 'again'; detail: string; retryAfterSeconds?: number }
  | { kind: 'ends'; state: 'failed' | 'suppressed'; reason: FailureReason; detail: string }

type Unhanded = Exclude<Opened, { kind: 'handed' | 'unresolved' }>

/** Nothing was attempted, since the binding is off; it may be on again at any time. */
export const isSwitchedOff = (opened: Opened): boolean =>
  opened.kind === 'refused' && opened.reason === 'bindingDisabled'

/** What follows from an opening that was not handed over: document 2, Send state. */
export function endingOf(opened: Unhanded, { isLast }: { isLast: boolean }): Ending {
  if (opened.kind === 'incapable') return incapable(opened.known)
  if (opened.kind === 'refused') return refused(opened)
  const reason = failureOf(opened.reason)
  if (opened.again && !isLast) {
    const { detail, retryAfterSeconds } = opened
    return { kind: 'again', detail, retryAfterSeconds }
  }
  const state = reason === 'opted_out' ? 'suppressed' : 'failed'
  return { kind: 'ends', state, reason, detail: opened.detail }
}

function incapable(known: boolean): Ending {
  const detail = known
    ? 'The number was found unable to receive RCS within the last seven days'
    : 'The number cannot receive RCS'
  return { kind: 'ends', state: known ? 'suppressed' : 'failed', reason: 'not_rcs_capable', detail }
}

const refusals: Partial<Record<(Unhanded & { kind: 'refused' })['reason'], FailureReason>> = {
  optedOut: 'opted_out',
  noRoute: 'no_route',
  bindingDisabled: 'binding_error',
  unknownRecipient: 'no_channel_identity',
}

/** STOP means that nothing was attempted; the rest was refused. */
function refused({ reason, detail = 'The gateway refused it' }: Unhanded & { kind: 'refused' }): Ending {
  const state = reason === 'optedOut' ? 'suppressed' : 'failed'
  return { kind: 'ends', state, reason: refusals[reason] ?? 'dispatch_failed', detail }
}

const failures: Partial<Record<(Unhanded & { kind: 'failed' })['reason'], FailureReason>> = {
  capabilityUnknown: 'capability_unknown',
  credentials: 'binding_error',
  optedOut: 'opted_out',
  noRoute: 'no_route',
  bindingDisabled: 'binding_error',
  unreachable: 'not_rcs_capable',
}

const failureOf = (reason: (Unhanded & { kind: 'failed' })['reason']): FailureReason =>
  failures[reason] ?? 'dispatch_failed'
