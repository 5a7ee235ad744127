import { getProfile } from '@parley/amf'
import type { Inbound } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import type { HandsetAddress, MessageState } from '../handset.ts'
import { recordStates } from '../queries.ts'

/** Long enough for the dispatch to be recorded before its receipts arrive. */
const receiptDelayMs = 25
const batchSize = 500

/** A bubble on a handset with automatic receipts, and the receipts still to be sent. */
type PendingReceipts = { bindingId: string; at: HandsetAddress; carrierId: string; states: readonly MessageState[] }

export type ReceiptQueue = { enqueue(bubble: Omit<PendingReceipts, 'states'>): void }

/**
 * Sends receipts one interval after the dispatch, and `read` one interval after `delivered`. Receipts of one interval
 * are batched.
 */
export function createReceiptQueue(deps: LabDeps): ReceiptQueue {
  const waiting: PendingReceipts[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, receiptDelayMs).unref())
      const due = waiting.splice(0)
      for (const [bindingId, bubbles] of Map.groupBy(due, ({ bindingId }) => bindingId)) {
        for (let from = 0; from < bubbles.length; from += batchSize) {
          await report(bindingId, bubbles.slice(from, from + batchSize))
        }
      }
      for (const bubble of due.flatMap(remainingReceiptsOf)) waiting.push(bubble)
    }
    running = false
  }

  async function report(bindingId: string, bubbles: readonly PendingReceipts[]): Promise<void> {
    try {
      await reportReceipts(deps, bindingId, bubbles)
    } catch (error) {
      deps.log.warn({ err: error }, 'handset lab receipts were lost')
    }
  }

  return {
    enqueue(bubble) {
      const { receipts } = getProfile(bubble.at.channel)
      waiting.push({ ...bubble, states: ['sent', ...receipts] })
      if (!running) void run()
    },
  }
}

async function reportReceipts(deps: LabDeps, bindingId: string, bubbles: readonly PendingReceipts[]): Promise<void> {
  const bound = await deps.channels.findById(bindingId)
  if (!bound) return
  const reported = bubbles.flatMap(({ at, carrierId, states }) =>
    dueStatesOf(states).map((state) => ({ at, carrierId, state })),
  )
  await recordStates(
    deps.db,
    bound.agent,
    bubbles.map(({ at, carrierId, states }) => ({ at, carrierId, state: dueStatesOf(states).at(-1) as MessageState })),
  )
  const at = deps.world.now()
  const receipts = reported.map(
    ({ carrierId, state }): Inbound => ({ kind: 'receipt', channelMessageId: carrierId, state, at }),
  )
  await deps.receive(bound.agent, bound.binding, receipts)
}

/** The states of the next interval: all up to `delivered`, then the rest. */
const dueStatesOf = (states: readonly MessageState[]): readonly MessageState[] =>
  states[0] === 'sent' ? states.slice(0, 2) : states.slice(0, 1)

function remainingReceiptsOf(bubble: PendingReceipts): PendingReceipts[] {
  const states = bubble.states.slice(dueStatesOf(bubble.states).length)
  return states.length > 0 ? [{ ...bubble, states }] : []
}
