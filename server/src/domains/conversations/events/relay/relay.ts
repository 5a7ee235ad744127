import type { AgentKey } from '../../../../platform/http/route.ts'
import { createRelayCall } from './call.ts'
import type { RelayCall, RelayDeps, RelayedAnswer } from './deps.ts'
import { streamCalls } from './listen.ts'
import { answerCall } from './queries.ts'
import { callSignal, createRelaySignals } from './signals.ts'

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
