import assert from 'node:assert/strict'

export type ListenerEvent = { event: string; data: Record<string, unknown> }
export type ListenerCall = { callId: string; headers: Record<string, string>; body: string }
export type ListenerAnswer =
  | { status: number; headers?: { 'content-type': string }; body?: string }
  | { failed: string }
export type TestListener = {
  events: ListenerEvent[]
  calls: ListenerCall[]
  /** Sends the result of a call; returns the status. */
  answer(callId: string, answered: unknown): Promise<number>
  disconnect(): Promise<void>
  /** Resolves when the server ends the connection. */
  ended: Promise<void>
}

type ListenerOptions = { url: string; token: string; name?: string }
/** Returns the answer to a call, or undefined to leave it unanswered. */
export type AnswerListenerCall = (call: ListenerCall, listener: TestListener) => ListenerAnswer | undefined

/** Opens a listener over a real connection; resolves once it is connected. */
export async function openListener(
  { url, token, name = 'a test' }: ListenerOptions,
  answerCall: AnswerListenerCall,
): Promise<TestListener> {
  const controller = new AbortController()
  const authorization = `Bearer ${token}`
  const response = await fetch(`${url}/v4/listen?name=${encodeURIComponent(name)}`, {
    headers: { authorization },
    signal: controller.signal,
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  const listening = Promise.withResolvers<void>()
  const listener: TestListener = {
    events: [],
    calls: [],
    async answer(callId, answered) {
      const headers = { authorization, 'content-type': 'application/json' }
      const path = `${url}/v4/listen/calls/${encodeURIComponent(callId)}`
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(answered) })
      await reply.arrayBuffer()
      return reply.status
    },
    async disconnect() {
      controller.abort()
      await listener.ended
    },
    ended: readServerEvents(response, async (received) => {
      listener.events.push(received)
      if (received.event === 'listening') listening.resolve()
      if (received.event !== 'call') return
      const call = received.data as ListenerCall
      listener.calls.push(call)
      const answered = answerCall(call, listener)
      if (answered) await listener.answer(call.callId, answered)
    }),
  }
  await listening.promise
  return listener
}

/** Reads events in order, without waiting for the answer to one before reading the next. */
async function readServerEvents(
  response: Response,
  handleEvent: (received: ListenerEvent) => Promise<void>,
): Promise<void> {
  const handled: Promise<void>[] = []
  let remainder = ''
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (remainder + chunk).split('\n\n')
      remainder = blocks.pop() ?? ''
      for (const block of blocks) {
        const eventMatch = /^event: (\w+)\ndata: (.*)$/.exec(block)
        if (eventMatch)
          handled.push(handleEvent({ event: eventMatch[1] as string, data: JSON.parse(eventMatch[2] as string) }))
      }
    }
  } catch {
    // A disconnected listener stops reading.
  }
  await Promise.allSettled(handled)
}

export const answerWithTexts = (...texts: string[]): ListenerAnswer =>
  answerWithBody('application/json', JSON.stringify({ messages: texts.map((aml) => ({ aml })) }))

export const answerWithBody = (type: string, body: string, status = 200): ListenerAnswer => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body).toString('base64'),
})

export const personTextIn = ({ body }: ListenerCall): string | undefined => JSON.parse(body).event.event.message?.text
