import type { Adapter, DispatchFailureReason, LiveBinding } from '../../channels/index.ts'
import { findDeliveryTemplate } from '../messages/recipient.ts'
import { windowState } from '../windows/window.ts'
import { type MessageRow, messageContentOf } from './queries/message-row.ts'
import type { DispatchTarget } from './queries/targets.ts'
import { maxUndeliveredMilliseconds } from './undelivered/policy.ts'

/**
 * Why a message cannot be dispatched now: permanently, until later, until the person writes, or because it may already
 * have been dispatched.
 */
export type DispatchBlock =
  | { kind: 'fail'; reason: DispatchFailureReason; detail: string; elsewhere: boolean }
  | { kind: 'postpone'; at: Date }
  | { kind: 'waitForWindow' }
  | { kind: 'unresolved' }

type DispatchFacts = {
  row: MessageRow
  now: Date
  target?: DispatchTarget
  binding?: LiveBinding
  adapter?: Adapter
  /** False for a message that starts a conversation: its sender decided about the time. */
  respectsHold?: boolean
}

/** The agent is silent while a member holds the conversation; system messages and the member's own are sent. */
export const isSilenced = (
  { origin, author }: Pick<MessageRow, 'origin' | 'author'>,
  { held }: DispatchTarget,
): boolean => held && origin === 'agent' && author === null

export const heldDetail = 'A member of the team holds the conversation'

const maxWaitMilliseconds = 86_400_000

/** `elsewhere`: another channel may still reach the person. */
const failWith = (reason: DispatchFailureReason, detail: string, elsewhere = false): DispatchBlock => ({
  kind: 'fail',
  reason,
  detail,
  elsewhere,
})

/**
 * Returns the reason why a message cannot be dispatched, checked right before the dispatch; undefined if there is none.
 */
export function checkDispatchable(facts: DispatchFacts): DispatchBlock | undefined {
  const { row, target, binding, adapter, now } = facts
  // Checked first: whatever has changed since, the person may already have the message.
  if (row.dispatching && !adapter?.ignoresRepeats) return { kind: 'unresolved' }
  if (!target) return failWith('invalidRecipient', 'The person is no longer known on this channel', true)
  // The person asked for confirmations and help.
  if (target.stopped && row.origin !== 'platform') return failWith('optedOut', 'The person has opted out')
  if (facts.respectsHold && isSilenced(row, target)) return failWith('heldByHuman', heldDetail)
  if (now.getTime() - row.accepted_at.getTime() > maxWaitMilliseconds + maxUndeliveredMilliseconds(row)) {
    return failWith('expired', 'The message could not be dispatched within 24 hours')
  }
  if (!binding) return failWith('noRoute', `The agent is not bound to ${row.channel}`, true)
  if (!adapter) return failWith('noRoute', `This installation has no provider for ${row.channel}`, true)
  if (binding.status === 'Disabled') return failWith('bindingDisabled', `The ${row.channel} binding is disabled`, true)
  if (binding.status !== 'Active') return failWith('noRoute', `The ${row.channel} binding is ${binding.status}`, true)
  return checkWindow(row, target, now) ?? checkPace(target, binding, now)
}

function checkWindow(row: MessageRow, target: DispatchTarget, now: Date): DispatchBlock | undefined {
  if (windowState(target.channel, target.lastInboundAt, now) === 'open') return undefined
  if (findDeliveryTemplate(messageContentOf(row), target.channel)) return undefined
  const { outsideWindow } = messageContentOf(row).delivery ?? {}
  if (outsideWindow === 'queue') return { kind: 'waitForWindow' }
  return failWith('windowClosed', 'The reply window of the channel has closed', outsideWindow === 'fallback')
}

/** Enforces the minimum delay between two messages to one person. */
function checkPace(
  { dispatchedAt }: DispatchTarget,
  { minMessageDelayMs }: LiveBinding,
  now: Date,
): DispatchBlock | undefined {
  if (!minMessageDelayMs || !dispatchedAt) return undefined
  const at = new Date(dispatchedAt.getTime() + minMessageDelayMs)
  return at > now ? { kind: 'postpone', at } : undefined
}
