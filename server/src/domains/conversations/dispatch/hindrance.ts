import type { Adapter, FailureReason, LiveBinding } from '../../channels/index.ts'
import { windowState } from '../windows/window.ts'
import { contentOf, type MessageRow } from './queries/message-row.ts'
import type { Target } from './queries/targets.ts'

/** Why a message cannot leave now: for good, until later, until the person writes, or because it may have left before. */
export type Hindrance =
  | { kind: 'fails'; reason: FailureReason; detail: string; elsewhere: boolean }
  | { kind: 'later'; at: Date }
  | { kind: 'waits' }
  | { kind: 'unresolved' }

type Facts = { row: MessageRow; now: Date; target?: Target; binding?: LiveBinding; adapter?: Adapter }

const longestWaitMilliseconds = 86_400_000

/** `elsewhere`: another channel may still reach the person. */
const fails = (reason: FailureReason, detail: string, elsewhere = false): Hindrance => ({
  kind: 'fails',
  reason,
  detail,
  elsewhere,
})

/** What stands in the way of a message just before it is handed over; undefined when nothing does. */
export function hindranceOf(facts: Facts): Hindrance | undefined {
  const { row, target, binding, adapter, now } = facts
  // Before all else: whatever has come between, the person may have it.
  if (row.handing && !adapter?.ignoresRepeats) return { kind: 'unresolved' }
  if (!target) return fails('invalidRecipient', 'The person is not known on this channel any more', true)
  // Confirmations and help are what the person asked for.
  if (target.stopped && row.origin !== 'platform') return fails('optedOut', 'The person has opted out')
  if (now.getTime() - row.accepted_at.getTime() > longestWaitMilliseconds) {
    return fails('expired', 'The message could not be handed over within 24 hours')
  }
  if (!binding) return fails('noRoute', `The agent is not bound to ${row.channel}`, true)
  if (!adapter) return fails('noRoute', `Nobody carries ${row.channel} on this installation`, true)
  if (binding.status === 'Disabled') return fails('bindingDisabled', `The ${row.channel} binding is disabled`, true)
  if (binding.status !== 'Active') return fails('noRoute', `The ${row.channel} binding is ${binding.status}`, true)
  return closedWindow(row, target, now) ?? paced(target, binding, now)
}

function closedWindow(row: MessageRow, target: Target, now: Date): Hindrance | undefined {
  if (windowState(target.channel, target.writtenAt, now) === 'open') return undefined
  const { outsideWindow } = contentOf(row).delivery ?? {}
  if (outsideWindow === 'queue') return { kind: 'waits' }
  return fails('windowClosed', 'The reply window of the channel has closed', outsideWindow === 'fallback')
}

/** The gap between two messages to one person. */
function paced({ dispatchedAt }: Target, { minMessageDelayMs }: LiveBinding, now: Date): Hindrance | undefined {
  if (!minMessageDelayMs || !dispatchedAt) return undefined
  const at = new Date(dispatchedAt.getTime() + minMessageDelayMs)
  return at > now ? { kind: 'later', at } : undefined
}
