/** The time that a call may take. The caller ends it with the call: until then it keeps a timer and its closure alive. */
export type Deadline = { signal: AbortSignal; clear(): void }

const deadlineSignals = new WeakSet<AbortSignal>()

const createTimeoutError = (): unknown => new DOMException('The time is over', 'TimeoutError')

/** A signal that comes after so long, or with `other`; calls under it need no limit of their own. */
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
