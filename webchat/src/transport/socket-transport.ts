import { closeCodes, readServerFrame, type ServerFrame } from '@parley/webchat-protocol'
import type { ChatTransport, ChatTransportEnd, ChatTransportOptions, SayAnswer } from './transport.ts'

/**
 * The gateway sends something every 20 seconds; a connection that is silent for longer is dead, whatever the browser
 * reports.
 */
const silenceMs = 50_000
const openingMs = 8_000

export function createSocketTransport(options: ChatTransportOptions): ChatTransport {
  const ended = Promise.withResolvers<ChatTransportEnd>()
  const waiting = new Map<string, PromiseWithResolvers<SayAnswer>>()
  const socket = new WebSocket(`${options.url.replace(/^http/, 'ws')}/socket`)
  let connected = false
  let timer = setTimeout(() => end('lost'), openingMs)

  function end(how: ChatTransportEnd): void {
    clearTimeout(timer)
    socket.close()
    ended.resolve(connected || how === 'unknownVisitor' ? how : 'refused')
    for (const { reject } of waiting.values()) reject(new Error('the line has ended'))
    waiting.clear()
  }
  function receive(frame: ServerFrame): void {
    clearTimeout(timer)
    timer = setTimeout(() => end('lost'), silenceMs)
    if (!connected) options.onOpen()
    connected = true
    if ('took' in frame) waiting.get(frame.took.id)?.resolve(frame)
    else if ('refused' in frame) waiting.get(frame.refused.id ?? '')?.resolve(frame)
    else options.onFrame(frame)
  }
  socket.onopen = () => socket.send(JSON.stringify({ hello: { token: options.token, after: options.after() } }))
  socket.onmessage = ({ data }) => {
    const frame = readServerFrame(JSON.parse(String(data)))
    if (frame) receive(frame)
  }
  socket.onclose = ({ code }) => end(code === closeCodes.unknownVisitor ? 'unknownVisitor' : 'lost')

  return {
    ended: ended.promise,
    sendMessage(frame) {
      const answer = Promise.withResolvers<SayAnswer>()
      waiting.set(frame.say.id, answer)
      socket.send(JSON.stringify(frame))
      return answer.promise.finally(() => waiting.delete(frame.say.id))
    },
    sendSignal: (frame) => socket.send(JSON.stringify(frame)),
  }
}
