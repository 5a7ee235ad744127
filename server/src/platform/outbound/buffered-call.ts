import type { Agent, Dispatcher } from 'undici'
import { ResponseTooLargeError, toOutboundError } from './errors.ts'

export type BufferedCallInit = {
  method: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  timeoutMilliseconds: number
  maxBytes: number
  /**
   * Runs once the connection is established, in the same turn of the event loop in which the first byte is written. If
   * it throws, the call ends and nothing has been written.
   */
  beforeWrite?(): void
}
export type BufferedResponse = {
  status: number
  header(name: string): string | undefined
  /** Empty if the body broke off or is too large; the status is valid regardless. */
  text: string
  /** The body broke off or is too large. */
  isIncomplete?: true
}

/**
 * Sends one request and buffers its response. Throws OutboundFailedError, the error of `beforeWrite`, or the signal's
 * reason.
 */
export function callBuffered(agent: Agent, url: URL, init: BufferedCallInit): Promise<BufferedResponse> {
  const { method, headers, body, signal, timeoutMilliseconds } = init
  if (signal?.aborted) return Promise.reject(signal.reason)
  const limits = { headersTimeout: timeoutMilliseconds, bodyTimeout: timeoutMilliseconds }
  const request = { origin: url.origin, path: url.pathname + url.search, method: method as Dispatcher.HttpMethod }
  const { handler, answer, abort } = createResponseCollector(init)
  signal?.addEventListener('abort', abort, { once: true })
  agent.dispatch({ ...request, headers, body, ...limits }, handler)
  return answer.finally(() => signal?.removeEventListener('abort', abort))
}

type ResponseCollector = { handler: Dispatcher.DispatchHandler; answer: Promise<BufferedResponse>; abort(): void }

function createResponseCollector({ signal, maxBytes, beforeWrite }: BufferedCallInit): ResponseCollector {
  const { promise: answer, resolve, reject } = Promise.withResolvers<BufferedResponse>()
  let request: Dispatcher.DispatchController | undefined
  let head: Pick<BufferedResponse, 'status' | 'header'> | undefined
  let chunks: Buffer[] = []
  let read = 0
  let refused: unknown

  const answered = (text: string) => head && resolve({ ...head, text })
  const brokeOff = () => head && resolve({ ...head, text: '', isIncomplete: true })
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      request = controller
      if (signal?.aborted) return controller.abort(signal.reason as Error)
      try {
        beforeWrite?.()
      } catch (error) {
        refused = error
        throw error
      }
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) head = { status, header: (name) => [headers[name]].flat()[0] }
    },
    onResponseData(controller, chunk) {
      read += chunk.length
      if (read <= maxBytes) return void chunks.push(chunk)
      chunks = []
      brokeOff()
      controller.abort(new Error('The response is too large'))
    },
    onResponseEnd: () => answered(Buffer.concat(chunks).toString()),
    onResponseError(_controller, error) {
      brokeOff()
      reject(refused ?? (signal?.aborted ? signal.reason : toOutboundError(error)))
    },
  }
  const abort = () => {
    if (request) return request.abort(signal?.reason as Error)
    // There is no connection yet: once there is one, the request ends unwritten.
    reject(signal?.reason)
  }
  return { handler, answer, abort }
}

/** Returns the body of a response of at most `bytes` bytes; stops reading at the first byte beyond. */
export async function readLimited(response: Response, bytes: number): Promise<Buffer> {
  const tooLarge = new ResponseTooLargeError(`the response is larger than ${bytes} bytes`)
  const chunks: Uint8Array[] = []
  let read = 0
  // Throwing out of the loop cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength
    if (read > bytes) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
