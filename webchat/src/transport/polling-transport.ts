import { readServerFrame } from '@parley/webchat-protocol'
import type { ChatTransport, ChatTransportEnd, ChatTransportOptions, SayAnswer } from './transport.ts'

const waitSeconds = 20
/** After this time, a socket is worth another attempt. */
const longestMs = 5 * 60_000

/** The same over plain requests, for networks that block sockets. */
export function createPollingTransport(options: ChatTransportOptions): ChatTransport {
  const ended = Promise.withResolvers<ChatTransportEnd>()
  let over = false
  void ended.promise.then(() => {
    over = true
  })

  async function request(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${options.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${options.token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    if (response.status === 401) ended.resolve('unknownVisitor')
    if (response.status === 204) return undefined
    const answer: unknown = await response.json()
    const known = response.ok || readServerFrame(answer) !== undefined
    if (!known) throw new Error('the gateway did not answer')
    return answer
  }

  async function listen(): Promise<void> {
    const until = Date.now() + longestMs
    let waits = 0
    while (!over && Date.now() < until) {
      const { frames } = (await request(`/entries?after=${options.after()}&wait=${waits}`)) as { frames: unknown[] }
      if (waits === 0) options.onOpen()
      waits = waitSeconds
      for (const each of frames) {
        const frame = readServerFrame(each)
        if (frame) options.onFrame(frame)
      }
    }
  }

  listen().then(
    () => ended.resolve('lost'),
    () => ended.resolve('lost'),
  )
  return {
    ended: ended.promise,
    sendMessage: async (frame) => {
      const answer = await request('/entries', frame)
      return readServerFrame(answer) as SayAnswer
    },
    sendSignal: (frame) => void request('/entries', frame).catch(() => {}),
  }
}
