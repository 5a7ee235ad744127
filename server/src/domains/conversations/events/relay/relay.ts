import { Readable } from 'node:stream'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { OutboundFailedError, type StreamedResponse } from '../../../../platform/outbound/index.ts'
import type { RelayCall, RelayDeps, RelayedAnswer } from './deps.ts'
import { answerCall, claimCalls, deleteCall, insertCall, notifyRelay, readCall } from './queries.ts'
import { callSignal, createRelaySignals, createRelayWakeSignal, listenerSignal, type RelaySignals } from './signals.ts'

/** How often the lease is renewed and the client receives a keep-alive. */
const heartbeatMilliseconds = 5_000
/** Polling interval while notifications of other processes are unavailable. */
const pollMilliseconds = 1_000

/** Timeout for the whole response, the same as for a webhook. */
const answerSeconds = 30

type ListenDeps = RelayDeps & {
  signals: RelaySignals
  /** The process is shutting down: listeners reconnect to another one. */
  closing: AbortSignal
}
type ListenRequest = { agent: AgentKey; name: string; signal: AbortSignal }

/**
 * Streams server-sent events to a listener that replaces an agent's webhook: `listening` at once, `call` for each call,
 * and `ended` when another listener takes over or none may listen anymore. On shutdown the lease is not released, so
 * that the listener can reconnect within it and no event goes elsewhere in the meantime.
 */
async function* streamCalls({ agent, name, signal }: ListenRequest, deps: ListenDeps): AsyncGenerator<string, void> {
  const { db, gateway, signals, closing } = deps
  const wakeSignal = createRelayWakeSignal()
  const { listener, secretLast4 } = await gateway.relays.acquire(agent, name)
  const deafen = signals.subscribe(listenerSignal(agent), wakeSignal.notify)
  try {
    await notifyListeners(agent, deps)
    const webhook = await gateway.webhook(agent)
    const about = { org: agent.orgId, agent: agent.id, insteadOf: webhook?.webhookUrl, answerSeconds }
    yield formatServerEvent('listening', { listener, ...about, signingSecret: { set: true, last4: secretLast4 } })
    const ending = AbortSignal.any([signal, closing])
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

/** Wakes the previous listener, in any process, so that it notices at once. */
async function notifyListeners(agent: AgentKey, { db, signals }: ListenDeps): Promise<void> {
  signals.notify(listenerSignal(agent))
  await notifyRelay(db, listenerSignal(agent))
}

async function* streamEnd(agent: AgentKey, { gateway }: ListenDeps): AsyncGenerator<string, void> {
  const by = await gateway.relays.holder(agent)
  yield formatServerEvent('ended', by === undefined ? { reason: 'closed' } : { reason: 'replaced', by })
}

const formatServerEvent = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * An answer from another process arrives by notification; this interval limits how late a missing listener is noticed.
 */
const answerPollMilliseconds = 1_000

type CallDeps = Pick<RelayDeps, 'db' | 'world' | 'gateway'> & { signals: RelaySignals }

/** Calls the listener, in any process, through a row that exists until its answer is read. */
function createRelayCall({ db, world, gateway, signals }: CallDeps): RelayCall {
  /** A listener reports in time that there is no answer; a silent one is gone, so its lease is released. */
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
        if (found === 'noListener') throw new OutboundFailedError('the listener has disconnected')
        if (found !== 'pending') return toOpenAnswer(found)
      }
    } finally {
      deafen()
      // A row that cannot be deleted now is purged later as abandoned.
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

/** Relays an agent's events to a developer without a public address: see `docs/gateway.md`. */
export type Relay = {
  call: RelayCall
  /** Server-sent events, until the reader disconnects. */
  listen(agent: AgentKey, name: string): AsyncIterable<string>
  /** Returns false if the agent has no such call, or it is over. */
  answer(agent: AgentKey, callId: string, answer: RelayedAnswer): Promise<boolean>
  /** Ends the streams of this process. */
  close(): Promise<void>
}

export function createRelay(deps: RelayDeps): Relay {
  const rings = createRelaySignals(deps)
  const closing = new AbortController()
  return {
    call: createRelayCall({ ...deps, signals: rings }),
    listen(agent, name) {
      const disconnect = new AbortController()
      const events = streamCalls(
        { agent, name, signal: disconnect.signal },
        { ...deps, signals: rings, closing: closing.signal },
      )
      // A waiting generator does not notice that its reader is gone, so it needs an abort signal.
      const end = () => {
        disconnect.abort()
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
