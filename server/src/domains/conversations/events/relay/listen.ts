import type { AgentKey } from '../../../../platform/http/route.ts'
import type { RelayDeps } from './deps.ts'
import { claimCalls, notifyRelay } from './queries.ts'
import { createRelayWakeSignal, listenerSignal, type RelaySignals } from './signals.ts'

/** The lease is renewed so often, and whoever reads is told that we are here. */
const heartbeatMilliseconds = 5_000
/** As long as other processes are not heard, they are asked. */
const pollMilliseconds = 1_000

/** For the whole answer, as a webhook has. */
export const answerSeconds = 30

type ListenDeps = RelayDeps & {
  signals: RelaySignals
  /** The process is about to end: whoever listens finds another. */
  closing: AbortSignal
}
type ListenRequest = { agent: AgentKey; name: string; gone: AbortSignal }

/**
 * Server-sent events for whoever listens in the place of an agent's webhook: `listening` at once, `call` for each call, and
 * `ended` when somebody else listens, or nobody may any more. When the process ends, the lease is left to whoever
 * comes back within it, so that nothing goes another way meanwhile.
 */
export async function* streamCalls(
  { agent, name, gone }: ListenRequest,
  deps: ListenDeps,
): AsyncGenerator<string, void> {
  const { db, gateway, signals, closing } = deps
  const wakeSignal = createRelayWakeSignal()
  const { listener, secretLast4 } = await gateway.relays.acquire(agent, name)
  const deafen = signals.subscribe(listenerSignal(agent), wakeSignal.notify)
  try {
    await notifyListeners(agent, deps)
    const webhook = await gateway.webhook(agent)
    const about = { org: agent.orgId, agent: agent.id, insteadOf: webhook?.webhookUrl, answerSeconds }
    yield formatServerEvent('listening', { listener, ...about, signingSecret: { set: true, last4: secretLast4 } })
    const ending = AbortSignal.any([gone, closing])
    for (let beatAt = performance.now() + heartbeatMilliseconds; !ending.aborted; ) {
      const calls = await claimCalls(db, agent, listener)
      if (!calls) return yield* streamEnd(agent, deps)
      for (const { id: callId, headers, body } of calls) yield formatServerEvent('call', { callId, headers, body })
      if (performance.now() >= beatAt) {
        beatAt = performance.now() + heartbeatMilliseconds
        await gateway.relays.renew(agent, listener)
        yield ': still here\n\n'
      }
      await wakeSignal.wait(signals.isConnected() ? beatAt - performance.now() : pollMilliseconds, ending)
    }
  } finally {
    deafen()
    if (!closing.aborted) await gateway.relays.release(agent, listener)
  }
}

/** Whoever listened before, in whatever process, need not wait to hear of it. */
async function notifyListeners(agent: AgentKey, { db, signals }: ListenDeps): Promise<void> {
  signals.notify(listenerSignal(agent))
  await notifyRelay(db, listenerSignal(agent))
}

async function* streamEnd(agent: AgentKey, { gateway }: ListenDeps): AsyncGenerator<string, void> {
  const by = await gateway.relays.holder(agent)
  yield formatServerEvent('ended', by === undefined ? { reason: 'closed' } : { reason: 'replaced', by })
}

const formatServerEvent = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
