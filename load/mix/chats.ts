import { readServerFrame, type ServerFrame } from '@parley/webchat-protocol'

/** Visitors of a page, each with a WebSocket to the gateway. */
export type Chats = {
  /** Sends as an idle visitor. */
  send(text: string): { took: Promise<void>; answered: Promise<void> }
  /** An idle visitor disconnects and reconnects. */
  reopen(): Promise<void>
  close(): void
}

type PendingReply = { id: string; took(): void; answered(): void; fail(error: Error): void; timer: NodeJS.Timeout }
type Visitor = { token: string; socket: WebSocket; last: number; busy: boolean; pendingReply?: PendingReply }

const maxMilliseconds = 60_000

export async function openChats(base: string, count: number): Promise<Chats> {
  const visitors = await Promise.all(Array.from({ length: count }, () => createVisitor(base)))
  let nextVisitor = 0
  let messageCount = 0

  /** The next idle visitor in rotation, so that all are used equally. */
  function findIdleVisitor(): Visitor {
    for (let checked = 0; checked < visitors.length; checked++) {
      const visitor = visitors[nextVisitor++ % visitors.length] as Visitor
      if (!visitor.busy) return visitor
    }
    throw new Error('all visitors are waiting for a reply')
  }

  return {
    send(text) {
      const visitor = findIdleVisitor()
      const [took, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const fail = (error: Error) => {
        took.reject(error)
        answered.reject(error)
        release(visitor)
      }
      const timer = setTimeout(() => fail(new Error('a visitor got no reply')), maxMilliseconds)
      const id = `v-${String(++messageCount).padStart(8, '0')}`
      visitor.busy = true
      visitor.pendingReply = { id, took: took.resolve, answered: answered.resolve, fail, timer }
      visitor.socket.send(JSON.stringify({ say: { id, said: { type: 'text', text } } }))
      return { took: took.promise, answered: answered.promise }
    },
    async reopen() {
      const visitor = findIdleVisitor()
      visitor.busy = true
      visitor.socket.close()
      await connect(base, visitor)
      visitor.busy = false
    },
    close() {
      for (const visitor of visitors) {
        clearTimeout(visitor.pendingReply?.timer)
        visitor.socket.close()
      }
    },
  }
}

function release(visitor: Visitor): void {
  clearTimeout(visitor.pendingReply?.timer)
  visitor.pendingReply = undefined
  visitor.busy = false
}

async function createVisitor(base: string): Promise<Visitor> {
  const response = await fetch(`${base}/visitors`, { method: 'POST' })
  if (response.status !== 201) throw new Error(`creating a visitor returned ${response.status}`)
  const { visitorToken } = (await response.json()) as { visitorToken: string }
  const visitor = { token: visitorToken, last: 0, busy: false } as Visitor
  await connect(base, visitor)
  return visitor
}

/** Resolves when the gateway has sent everything that the visitor has not seen. */
function connect(base: string, visitor: Visitor): Promise<void> {
  const socket = new WebSocket(`${base.replace('http:', 'ws:')}/socket`)
  visitor.socket = socket
  return new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ hello: { token: visitor.token, after: visitor.last } }))
    socket.onmessage = ({ data }) => {
      const frame = readServerFrame(JSON.parse(String(data)))
      if (frame) handleFrame(visitor, frame)
      if (frame && 'entries' in frame) resolve()
    }
    socket.onclose = ({ code }) => {
      const error = new Error(`a socket was closed with ${code}`)
      reject(error)
      if (visitor.socket === socket) visitor.pendingReply?.fail(error)
    }
  })
}

function handleFrame(visitor: Visitor, frame: ServerFrame): void {
  const { pendingReply } = visitor
  if ('took' in frame && frame.took.id === pendingReply?.id) pendingReply.took()
  if ('refused' in frame) pendingReply?.fail(new Error(`a visitor was refused: ${frame.refused.reason}`))
  if (!('entries' in frame)) return
  for (const { n, from } of frame.entries) {
    visitor.last = Math.max(visitor.last, n)
    if (from !== 'agent' || !pendingReply) continue
    pendingReply.took()
    pendingReply.answered()
    release(visitor)
  }
  if (frame.entries.length > 0) visitor.socket.send(JSON.stringify({ seen: { delivered: visitor.last } }))
}
