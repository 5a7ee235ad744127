import assert from 'node:assert/strict'

export type Told = { event: string; data: Record<string, unknown> }
export type Call = { callId: string; headers: Record<string, string>; body: string }
export type Answered = { status: number; headers?: { 'content-type': string }; body?: string } | { failed: string }
export type Listener = {
  told: Told[]
  calls: Call[]
  /** Sends what came of a call; answers the status. */
  answer(callId: string, answered: unknown): Promise<number>
  /** Hangs up. */
  leave(): Promise<void>
  /** Over from the other side. */
  ended: Promise<void>
}

type At = { url: string; token: string; name?: string }
/** What to answer to a call; nothing is answered where this says nothing. */
export type React = (call: Call, listener: Listener) => Answered | undefined

/** Somebody who listens over a real connection; resolves once they do. */
export async function listenAt({ url, token, name = 'a test' }: At, react: React): Promise<Listener> {
  const hangUp = new AbortController()
  const authorization = `Bearer ${token}`
  const response = await fetch(`${url}/v4/listen?name=${encodeURIComponent(name)}`, {
    headers: { authorization },
    signal: hangUp.signal,
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  const listening = Promise.withResolvers<void>()
  const listener: Listener = {
    told: [],
    calls: [],
    async answer(callId, answered) {
      const headers = { authorization, 'content-type': 'application/json' }
      const path = `${url}/v4/listen/calls/${encodeURIComponent(callId)}`
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(answered) })
      await reply.arrayBuffer()
      return reply.status
    },
    async leave() {
      hangUp.abort()
      await listener.ended
    },
    ended: read(response, async (told) => {
      listener.told.push(told)
      if (told.event === 'listening') listening.resolve()
      if (told.event !== 'call') return
      const call = told.data as Call
      listener.calls.push(call)
      const answered = react(call, listener)
      if (answered) await listener.answer(call.callId, answered)
    }),
  }
  await listening.promise
  return listener
}

/** One after the other, but nobody waits for the answer to one before the next is heard. */
async function read(response: Response, hear: (told: Told) => Promise<void>): Promise<void> {
  const hearing: Promise<void>[] = []
  let rest = ''
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const found = /^event: (\w+)\ndata: (.*)$/.exec(block)
        if (found) hearing.push(hear({ event: found[1] as string, data: JSON.parse(found[2] as string) }))
      }
    }
  } catch {
    // Whoever has hung up reads no more.
  }
  await Promise.allSettled(hearing)
}

export const saying = (...texts: string[]): Answered =>
  of('application/json', JSON.stringify({ messages: texts.map((aml) => ({ aml })) }))

export const of = (type: string, body: string, status = 200): Answered => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body).toString('base64'),
})

/** What the person wrote that a call tells of. */
export const wordsIn = ({ body }: Call): string | undefined => JSON.parse(body).event.event.message?.text
