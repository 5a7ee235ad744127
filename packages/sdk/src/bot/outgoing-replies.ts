import type { OutboundMessage } from '@parley/amf'

import { createDeferred } from '../client/deferred.ts'
import { type AmlMessage, message } from '../messages/build.ts'

/** A reply: text, a message, or AML. */
export type Reply = string | OutboundMessage | (AmlMessage & Partial<Pick<OutboundMessage, 'id' | 'delivery'>>)

type Item = Exclude<Reply, string>

/** The error of the handler has been reported, with its event. */
export class HandlerFailed extends Error {
  constructor(cause?: unknown) {
    super('The handler failed', { cause })
  }
}

/** The replies to one event while the handler runs. Every reader gets all of them, from the first one. */
export class OutgoingReplies {
  readonly #items: Item[] = []
  readonly #done: Promise<void>
  #state: 'open' | 'done' | 'failed' = 'open'
  #streaming = false
  #changed = createDeferred<void>()

  /** `act` replies through its argument or through its return value. */
  constructor(act: (outgoing: OutgoingReplies) => Promise<void>) {
    // Deferred until the event is registered, so that a failure can be removed again.
    const acted = Promise.resolve().then(() => act(this))
    this.#done = acted.then(
      () => this.#become('done'),
      (error: unknown) => {
        this.#become('failed')
        throw error
      },
    )
    // `response()` reports the failure; a repeat may come much later, or never.
    this.#done.catch(() => {})
  }

  /** Sends with the rest of the response. */
  add(...replies: Reply[]): void {
    if (this.#state !== 'open')
      throw new Error('The turn is over: await everything in the handler, or send with POST /messages')
    const items = replies.map((one) => (typeof one === 'string' ? message(one) : one))
    // Fails here, where the handler can see it, if a reply cannot be serialized.
    JSON.stringify(items)
    this.#items.push(...items)
    if (this.#streaming) this.#stir()
  }

  /** Sends at once. */
  stream(...replies: Reply[]): void {
    this.#streaming = true
    this.add(...replies)
    this.#stir()
  }

  /** Returns one JSON response, or a stream of lines as soon as a reply is streamed. Throws what the handler throws. */
  async response(): Promise<Response> {
    while (this.#state === 'open' && !this.#streaming) await this.#changed.promise
    if (this.#streaming) return new Response(this.#lines(), { headers: { 'content-type': 'application/x-ndjson' } })
    await this.#done
    return Response.json({ messages: this.#items })
  }

  #become(state: 'done' | 'failed'): void {
    this.#state = state
    this.#stir()
  }

  #stir(): void {
    this.#changed.resolve()
    this.#changed = createDeferred()
  }

  #lines(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    let next = 0
    return new ReadableStream({
      pull: async (controller) => {
        while (next >= this.#items.length && this.#state === 'open') await this.#changed.promise
        const item = this.#items[next++]
        if (item) return controller.enqueue(encoder.encode(`${JSON.stringify({ message: item })}\n`))
        // Aborts instead of ending the stream, so that the gateway delivers the event again.
        if (this.#state === 'failed') return controller.error(new HandlerFailed())
        controller.close()
      },
    })
  }
}
