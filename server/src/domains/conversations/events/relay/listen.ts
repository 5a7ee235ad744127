import type { AgentKey } from '../../../../platform/http/route.ts'
import type { RelayDeps } from './deps.ts'
import { notifyRing, takeCalls } from './queries.ts'
import { forListener, newBell, type Rings } from './rings.ts'

/** The lease is renewed so often, and whoever reads is told that we are here. */
const beatMilliseconds = 5_000
/** As long as other processes are not heard, they are asked. */
const lookMilliseconds = 1_000

/** For the whole answer, as a webhook has. */
export const answerSeconds = 30

type ListenDeps = RelayDeps & {
  rings: Rings
  /** The process is about to end: whoever listens finds another. */
  closing: AbortSignal
}
type Listening = { agent: AgentKey; name: string; gone: AbortSignal }

/**
 * Server-sent events for whoever listens in the place of an agent's webhook: `listening` at once, `call` for each call, and
 * `ended` when somebody else listens, or nobody may any more. When the process ends, the lease is left to whoever
 * comes back within it, so that nothing goes another way meanwhile.
 */
export async function* listening({ agent, name, gone }: Listening, deps: ListenDeps): AsyncGenerator<string, void> {
  const { db, gateway, rings, closing } = deps
  const bell = newBell()
  const { listener, secretLast4 } = await gateway.relays.take(agent, name)
  const deafen = rings.hear(forListener(agent), bell.ring)
  try {
    await tellOthers(agent, deps)
    const webhook = await gateway.webhook(agent)
    const about = { org: agent.orgId, agent: agent.id, insteadOf: webhook?.webhookUrl, answerSeconds }
    yield eventOf('listening', { listener, ...about, signingSecret: { set: true, last4: secretLast4 } })
    const ending = AbortSignal.any([gone, closing])
    for (let beatAt = performance.now() + beatMilliseconds; !ending.aborted; ) {
      const calls = await takeCalls(db, agent, listener)
      if (!calls) return yield* ended(agent, deps)
      for (const { id: callId, headers, body } of calls) yield eventOf('call', { callId, headers, body })
      if (performance.now() >= beatAt) {
        beatAt = performance.now() + beatMilliseconds
        await gateway.relays.renew(agent, listener)
        yield ': still here\n\n'
      }
      await bell.wait(rings.hearOthers() ? beatAt - performance.now() : lookMilliseconds, ending)
    }
  } finally {
    deafen()
    if (!closing.aborted) await gateway.relays.release(agent, listener)
  }
}

/** Whoever listened before, in whatever process, need not wait to hear of it. */
async function tellOthers(agent: AgentKey, { db, rings }: ListenDeps): Promise<void> {
  rings.ring(forListener(agent))
  await notifyRing(db, forListener(agent))
}

async function* ended(agent: AgentKey, { gateway }: ListenDeps): AsyncGenerator<string, void> {
  const by = await gateway.relays.holder(agent)
  yield eventOf('ended', by === undefined ? { reason: 'closed' } : { reason: 'replaced', by })
}

const eventOf = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
