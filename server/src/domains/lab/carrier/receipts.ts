import { profileOf } from '@parley/amf'
import type { Inbound } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import type { HandsetPlace, MessageState } from '../handset.ts'
import { noteStates } from '../queries.ts'

/** Long enough for the hand-over to be written down before its receipts come in. */
const beatMs = 100
const mostAtOnce = 500

/** A bubble on a handset whose receipts come by themselves, and those that are still to come. */
type Waiting = { bindingId: string; at: HandsetPlace; carrierId: string; states: readonly MessageState[] }

export type ReceiptLine = { add(bubble: Omit<Waiting, 'states'>): void }

/** Receipts come a beat after the hand-over, read a beat after delivered, and those of one beat together. */
export function receiptLine(deps: LabDeps): ReceiptLine {
  const waiting: Waiting[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, beatMs).unref())
      const due = waiting.splice(0)
      for (const [bindingId, bubbles] of Map.groupBy(due, ({ bindingId }) => bindingId)) {
        for (let from = 0; from < bubbles.length; from += mostAtOnce) {
          await report(bindingId, bubbles.slice(from, from + mostAtOnce))
        }
      }
      for (const bubble of due.flatMap(afterwards)) waiting.push(bubble)
    }
    running = false
  }

  async function report(bindingId: string, bubbles: readonly Waiting[]): Promise<void> {
    try {
      await tell(deps, bindingId, bubbles)
    } catch (error) {
      deps.log.warn({ err: error }, 'receipts of the handset lab were lost')
    }
  }

  return {
    add(bubble) {
      const { receipts } = profileOf(bubble.at.channel)
      waiting.push({ ...bubble, states: ['sent', ...receipts] })
      if (!running) void run()
    },
  }
}

async function tell(deps: LabDeps, bindingId: string, bubbles: readonly Waiting[]): Promise<void> {
  const bound = await deps.channels.find(bindingId)
  if (!bound) return
  const reported = bubbles.flatMap(({ at, carrierId, states }) =>
    now(states).map((state) => ({ at, carrierId, state })),
  )
  await noteStates(
    deps.db,
    bound.agent,
    bubbles.map(({ at, carrierId, states }) => ({ at, carrierId, state: now(states).at(-1) as MessageState })),
  )
  const at = deps.world.now()
  const receipts = reported.map(
    ({ carrierId, state }): Inbound => ({ kind: 'receipt', channelMessageId: carrierId, state, at }),
  )
  await deps.receive(bound.agent, bound.binding, receipts)
}

/** What the next beat tells: all up to delivered, then the rest. */
const now = (states: readonly MessageState[]): readonly MessageState[] =>
  states[0] === 'sent' ? states.slice(0, 2) : states.slice(0, 1)

function afterwards(bubble: Waiting): Waiting[] {
  const states = bubble.states.slice(now(bubble.states).length)
  return states.length > 0 ? [{ ...bubble, states }] : []
}
