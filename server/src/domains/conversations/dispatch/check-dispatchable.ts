import type { Adapter, DispatchFailureReason, LiveBinding } from '../../channels/index.ts'
import { windowState } from '../windows/window.ts'
import { type MessageRow, messageContentOf } from './queries/message-row.ts'
import type { DispatchTarget } from './queries/targets.ts'

/** Why a message cannot leave now: for good, until later, until the person writes, or because it may have left before. */
export type DispatchBlock =
  | { kind: 'fail'; reason: DispatchFailureReason; detail: string; elsewhere: boolean }
  | { kind: 'postpone'; at: Date }
  | { kind: 'waitForWindow' }
  | { kind: 'unresolved' }

type DispatchFacts = { row: MessageRow; now: Date; target?: DispatchTarget; binding?: LiveBinding; adapter?: Adapter }

const maxWaitMilliseconds = 86_400_000

/** `elsewhere`: another channel may still reach the person. */
const failWith = (reason: DispatchFailureReason, detail: string, elsewhere = false): DispatchBlock => ({
  kind: 'fail',
  reason,
  detail,
  elsewhere,
})

/** What stands in the way of a message just before it is handed over; undefined when nothing does. */
export function checkDispatchable(facts: DispatchFacts): DispatchBlock | undefined {
  const { row, target, binding, adapter, now } = facts
  // Before all else: whatever has come between, the person may have it.
  if (row.handing && !adapter?.ignoresRepeats) return { kind: 'unresolved' }
  if (!target) return failWith('invalidRecipient', 'The person is not known on this channel any more', true)
  // Confirmations and help are what the person asked for.
  if (target.stopped && row.origin !== 'platform') return failWith('optedOut', 'The person has opted out')
  if (now.getTime() - row.accepted_at.getTime() > maxWaitMilliseconds) {
    return failWith('expired', 'The message could not be handed over within 24 hours')
  }
  if (!binding) return failWith('noRoute', `The agent is not bound to ${row.channel}`, true)
  if (!adapter) return failWith('noRoute', `Nobody carries ${row.channel} on this installation`, true)
  if (binding.status === 'Disabled') return failWith('bindingDisabled', `The ${row.channel} binding is disabled`, true)
  if (binding.status !== 'Active') return failWith('noRoute', `The ${row.channel} binding is ${binding.status}`, true)
  return checkWindow(row, target, now) ?? checkPace(target, binding, now)
}

function checkWindow(row: MessageRow, target: DispatchTarget, now: Date): DispatchBlock | undefined {
  if (windowState(target.channel, target.writtenAt, now) === 'open') return undefined
  const { outsideWindow } = messageContentOf(row).delivery ?? {}
  if (outsideWindow === 'queue') return { kind: 'waitForWindow' }
  return failWith('windowClosed', 'The reply window of the channel has closed', outsideWindow === 'fallback')
}

/** The gap between two messages to one person. */
function checkPace(
  { dispatchedAt }: DispatchTarget,
  { minMessageDelayMs }: LiveBinding,
  now: Date,
): DispatchBlock | undefined {
  if (!minMessageDelayMs || !dispatchedAt) return undefined
  const at = new Date(dispatchedAt.getTime() + minMessageDelayMs)
  return at > now ? { kind: 'postpone', at } : undefined
}
