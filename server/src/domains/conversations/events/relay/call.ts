import type { AgentKey } from '../../../../platform/http/route.ts'
import { OutboundFailed } from '../../../../platform/outbound/index.ts'
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
        if (found !== 'waits') return responseOf(found)
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

/** These have no body, and `Response` takes none for them. */
const bodiless = new Set([204, 205, 304])

function responseOf(answer: RelayedAnswer): Response {
  if ('failed' in answer) throw new OutboundFailed(answer.failed)
  const { status, contentType, body } = answer
  const headers = contentType === undefined ? undefined : { 'content-type': contentType }
  return new Response(bodiless.has(status) ? null : new Uint8Array(body), { status, headers })
}
