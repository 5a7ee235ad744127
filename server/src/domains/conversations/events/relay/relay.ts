import { Readable } from 'node:stream'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { OutboundFailedError, type StreamedResponse } from '../../../../platform/outbound/index.ts'
import type { RelayCall, RelayDeps, RelayedAnswer } from './deps.ts'
import { answerCall, claimCalls, deleteCall, insertCall, notifyRelay, readCall } from './queries.ts'
import { callSignal, createRelaySignals, createRelayWakeSignal, listenerSignal, type RelaySignals } from './signals.ts'

/** The lease is renewed so often, and whoever reads is told that we are here. */
const heartbeatMilliseconds = 5_000
/** As long as other processes are not heard, they are asked. */
const pollMilliseconds = 1_000

/** For the whole answer, as a webhook has. */
const answerSeconds = 30

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
async function* streamCalls({ agent, name, gone }: ListenRequest, deps: ListenDeps): AsyncGenerator<string, void> {
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

/** Whoever answers elsewhere says so; this is how soon it is noticed that nobody will. */
const answerPollMilliseconds = 1_000

type CallDeps = Pick<RelayDeps, 'db' | 'world' | 'gateway'> & { signals: RelaySignals }

/** Calls whoever listens, in whatever process that is, by a row that is there until its answer was read. */
function createRelayCall({ db, world, gateway, signals }: CallDeps): RelayCall {
  /** Whoever listens says in time that there is no answer: one that says nothing at all is not there any more. */
  async function takeAway(agent: AgentKey, id: string, signal: AbortSignal): Promise<void> {
    const listener = await deleteCall(db, agent, id)
    if (listener === undefined || !isLate(signal)) return
    await gateway.relays.release(agent, listener)
    signals.notify(listenerSignal(agent))
    await notifyRelay(db, listenerSignal(agent))
  }

  return async (agent, { headers, body }, signal) => {
    const id = world.newId('call')
    const wakeSignal = createRelayWakeSignal()
    const deafen = signals.subscribe(callSignal(id), wakeSignal.notify)
    try {
      signal.throwIfAborted()
      await insertCall(db, agent, { id, headers, body: body.toString() }, listenerSignal(agent))
      signals.notify(listenerSignal(agent))
      for (;;) {
        await wakeSignal.wait(answerPollMilliseconds, signal)
        signal.throwIfAborted()
        const found = await readCall(db, agent, id)
        if (found === 'noListener') throw new OutboundFailedError('nobody listens any more')
        if (found !== 'pending') return toOpenAnswer(found)
      }
    } finally {
      deafen()
      // What cannot be taken away now is old soon.
      await takeAway(agent, id, signal).catch(() => {})
    }
  }
}

const isLate = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === 'TimeoutError'

function toOpenAnswer(answer: RelayedAnswer): StreamedResponse {
  if ('failed' in answer) throw new OutboundFailedError(answer.failed)
  const { status, contentType, body } = answer
  const header = (name: string) => (name === 'content-type' ? contentType : undefined)
  return { status, header, body: Readable.from([body]), abort() {} }
}

/** Between an agent's events and a developer who has no public address: see `docs/gateway.md`. */
export type Relay = {
  call: RelayCall
  /** Server-sent events, for as long as somebody reads them. */
  listen(agent: AgentKey, name: string): AsyncIterable<string>
  /** False when there is no such call of the agent, or it is over. */
  answer(agent: AgentKey, callId: string, answer: RelayedAnswer): Promise<boolean>
  /** Ends those who listen here. */
  close(): Promise<void>
}

export function createRelay(deps: RelayDeps): Relay {
  const rings = createRelaySignals(deps)
  const closing = new AbortController()
  return {
    call: createRelayCall({ ...deps, signals: rings }),
    listen(agent, name) {
      const gone = new AbortController()
      const events = streamCalls(
        { agent, name, gone: gone.signal },
        { ...deps, signals: rings, closing: closing.signal },
      )
      // A generator that waits does not hear that nobody reads any more.
      const end = () => {
        gone.abort()
        return events.return()
      }
      return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) }
    },
    async answer(agent, callId, answer) {
      const accepted = await answerCall(deps.db, agent, { id: callId, answer, signal: callSignal(callId) })
      if (accepted) rings.notify(callSignal(callId))
      return accepted
    },
    async close() {
      closing.abort()
      await rings.close()
    },
  }
}
