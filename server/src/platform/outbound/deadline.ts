/**
 * The time limit of a call. The caller must clear it when the call ends: until then it keeps a timer and its closure
 * alive.
 */
export type Deadline = { signal: AbortSignal; clear(): void }

const deadlineSignals = new WeakSet<AbortSignal>()

const createTimeoutError = (): unknown => new DOMException('The time is up', 'TimeoutError')

/** Creates a signal that fires after `milliseconds`, or with `other`; calls under it need no limit of their own. */
export function createDeadline(milliseconds: number, other?: AbortSignal, reason = createTimeoutError): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  deadlineSignals.add(signal)
  const follow = () => {
    end()
    controller.abort(other?.reason)
  }
  const end = () => {
    clearTimeout(timer)
    other?.removeEventListener('abort', follow)
  }
  const timer = setTimeout(() => {
    end()
    controller.abort(reason())
  }, milliseconds).unref()
  if (other?.aborted) follow()
  else other?.addEventListener('abort', follow)
  return { signal, clear: end }
}

export const hasDeadline = (signal: AbortSignal | null | undefined): boolean => !!signal && deadlineSignals.has(signal)
