import type { RelayDeps } from './deps.ts'
import { listenForRelaySignals } from './queries.ts'

/** Wakes those who wait for something of that name, in this process; the statements that make it so wake the others. */
export type RelaySignals = {
  notify(name: string): void
  /** Answers how to stop. */
  subscribe(name: string, wake: () => void): () => void
  /** Whether those of other processes are heard just now. */
  isConnected(): boolean
  close(): Promise<void>
}

/** There are calls for whoever listens for the agent, or somebody else does. */
export const listenerSignal = (agent: { key: number }): string => `listener/${agent.key}`
/** A call was answered. */
export const callSignal = (callId: string): string => `call/${callId}`

/** The connection of its own is kept for a while after the last who waited: the next is seldom far. */
const lingerMilliseconds = 60_000

export function createRelaySignals({ databaseUrl, log }: Pick<RelayDeps, 'databaseUrl' | 'log'>): RelaySignals {
  const subscribers = new Map<string, Set<() => void>>()
  let line: { close(): Promise<void> } | undefined
  let connected = false
  let lingering: NodeJS.Timeout | undefined

  const notify = (name: string) => {
    for (const wake of subscribers.get(name) ?? []) wake()
  }
  const ringAll = () => [...subscribers.keys()].forEach(notify)
  const open = () => {
    clearTimeout(lingering)
    line ??=
      databaseUrl &&
      listenForRelaySignals(databaseUrl, {
        onPayload: notify,
        onConnect: () => {
          connected = true
          ringAll()
        },
        // Whoever sleeps for long believes that they would be woken.
        onLost: () => {
          connected = false
          ringAll()
        },
        onFailure: (error) => log.warn({ err: error }, 'relay: cannot listen to other processes; asking serves'),
      })
  }
  const close = async () => {
    clearTimeout(lingering)
    const open = line
    line = undefined
    await open?.close()
  }
  return {
    notify,
    subscribe(name, wake) {
      open()
      const wakers = subscribers.get(name) ?? new Set()
      subscribers.set(name, wakers.add(wake))
      return () => {
        if (wakers.delete(wake) && wakers.size === 0) subscribers.delete(name)
        if (subscribers.size === 0) lingering = setTimeout(close, lingerMilliseconds).unref()
      }
    },
    isConnected: () => connected,
    close,
  }
}

/** Wakes one sleeper; a ring while nobody sleeps is kept for the next sleep. */
export type RelayWakeSignal = { notify(): void; wait(milliseconds: number, signal: AbortSignal): Promise<void> }

export function createRelayWakeSignal(): RelayWakeSignal {
  let isSet = false
  let wakeUp = () => {}
  return {
    notify() {
      isSet = true
      wakeUp()
    },
    async wait(milliseconds, signal) {
      if (!isSet && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wakeUp = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', wakeUp)
            resolve()
          }
          signal.addEventListener('abort', wakeUp, { once: true })
        })
        signal.removeEventListener('abort', wakeUp)
      }
      isSet = false
    },
  }
}
