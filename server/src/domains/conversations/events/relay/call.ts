import { Readable } from 'node:stream'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { OutboundFailedError, type StreamedResponse } from '../../../../platform/outbound/index.ts'
import type { RelayCall, RelayDeps, RelayedAnswer } from './deps.ts'
import { deleteCall, insertCall, notifyRelay, readCall } from './queries.ts'
import { callSignal, createRelayWakeSignal, listenerSignal, type RelaySignals } from './signals.ts'

/** Whoever answers elsewhere says so; this is how soon it is noticed that nobody will. */
const answerPollMilliseconds = 1_000

type CallDeps = Pick<RelayDeps, 'db' | 'world' | 'gateway'> & { signals: RelaySignals }

/** Calls whoever listens, in whatever process that is, by a row that is there until its answer was read. */
export function createRelayCall({ db, world, gateway, signals }: CallDeps): RelayCall {
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
