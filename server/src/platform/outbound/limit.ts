/** The time that a call may take. The caller ends it with the call: until then it keeps a timer and its closure alive. */
export type Limit = { signal: AbortSignal; end(): void }

const limited = new WeakSet<AbortSignal>()

const tooLate = (): unknown => new DOMException('The time is over', 'TimeoutError')

/** A signal that comes after so long, or with `other`; calls under it need no limit of their own. */
export function limitTo(milliseconds: number, other?: AbortSignal, reason = tooLate): Limit {
  const controller = new AbortController()
  const { signal } = controller
  limited.add(signal)
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
  return { signal, end }
}

export const isLimited = (signal: AbortSignal | null | undefined): boolean => !!signal && limited.has(signal)
