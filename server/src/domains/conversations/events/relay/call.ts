import { Readable } from 'node:stream'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { type OpenAnswer, OutboundFailed } from '../../../../platform/outbound/index.ts'
import type { RelayCall, RelayDeps, RelayedAnswer } from './deps.ts'
import { deleteCall, insertCall, notifyRing, readCall } from './queries.ts'
import { forCaller, forListener, newBell, type Rings } from './rings.ts'

/** Whoever answers elsewhere says so; this is how soon it is noticed that nobody will. */
const lookMilliseconds = 1_000

type CallDeps = Pick<RelayDeps, 'db' | 'world' | 'gateway'> & { rings: Rings }

/** Calls whoever listens, in whatever process that is, by a row that is there until its answer was read. */
export function relayCallerOf({ db, world, gateway, rings }: CallDeps): RelayCall {
  /** Whoever listens says in time that there is no answer: one that says nothing at all is not there any more. */
  async function takeAway(agent: AgentKey, id: string, signal: AbortSignal): Promise<void> {
    const listener = await deleteCall(db, agent, id)
    if (listener === undefined || !isLate(signal)) return
    await gateway.relays.release(agent, listener)
    rings.ring(forListener(agent))
    await notifyRing(db, forListener(agent))
  }

  return async (agent, { headers, body }, signal) => {
    const id = world.newId('call')
    const bell = newBell()
    const deafen = rings.hear(forCaller(id), bell.ring)
    try {
      signal.throwIfAborted()
      await insertCall(db, agent, { id, headers, body: body.toString() }, forListener(agent))
      rings.ring(forListener(agent))
      for (;;) {
        await bell.wait(lookMilliseconds, signal)
        signal.throwIfAborted()
        const found = await readCall(db, agent, id)
        if (found === 'unheard') throw new OutboundFailed('nobody listens any more')
        if (found !== 'waits') return answerOf(found)
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

function answerOf(answer: RelayedAnswer): OpenAnswer {
  if ('failed' in answer) throw new OutboundFailed(answer.failed)
  const { status, contentType, body } = answer
  const header = (name: string) => (name === 'content-type' ? contentType : undefined)
  return { status, header, body: Readable.from([body]), drop() {} }
}
