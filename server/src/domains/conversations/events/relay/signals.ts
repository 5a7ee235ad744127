import type { RelayDeps } from './deps.ts'
import { listenForRelaySignals } from './queries.ts'

/** Wakes the subscribers of a signal in this process; SQL notifications wake those in other processes. */
export type RelaySignals = {
  notify(name: string): void
  /** Returns the unsubscribe function. */
  subscribe(name: string, wake: () => void): () => void
  /** Whether notifications of other processes are currently received. */
  isConnected(): boolean
  close(): Promise<void>
}

/** New calls for the agent's listener, or another listener has taken over. */
export const listenerSignal = (agent: { key: number }): string => `listener/${agent.key}`
export const callSignal = (callId: string): string => `call/${callId}`

/** How long the dedicated connection stays open after the last subscriber: the next one usually follows soon. */
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
        // Subscribers in a long wait rely on being woken; wake them so that they switch to polling.
        onLost: () => {
          connected = false
          ringAll()
        },
        onFailure: (error) =>
          log.warn({ err: error }, 'relay: cannot receive notifications from other processes; polling instead'),
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

/** Wakes one waiter; a notification without a waiter counts for the next wait. */
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
