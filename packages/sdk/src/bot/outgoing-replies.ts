import type { OutboundMessage } from '@parley/amf'
import type { AmlMessage } from '../messages/aml.ts'
import { message } from '../messages/build.ts'

/** What may be replied: words, a message, or AML. */
export type Reply = string | OutboundMessage | (AmlMessage & Partial<Pick<OutboundMessage, 'id' | 'delivery'>>)

type Item = Exclude<Reply, string>

/** The replies to one event while they come about. Whoever asks for them gets all, from the first one. */
export class OutgoingReplies {
  readonly #items: Item[] = []
  readonly #done: Promise<void>
  #state: 'open' | 'done' | 'failed' = 'open'
  #streaming = false
  #changed = Promise.withResolvers<void>()

  /** `act` replies by what it is given, or by what it returns. */
  constructor(act: (outgoing: OutgoingReplies) => Promise<void>) {
    // Not before the event is known, so that a failure can be forgotten.
    const acted = Promise.resolve().then(() => act(this))
    this.#done = acted.then(
      () => this.#become('done'),
      (error: unknown) => {
        this.#become('failed')
        throw error
      },
    )
    // Whoever answers hears of it below; a repeat may come much later, or never.
    this.#done.catch(() => {})
  }

  /** With the rest of the answer. */
  add(...replies: Reply[]): void {
    this.#items.push(...replies.map((one) => (typeof one === 'string' ? message(one) : one)))
    if (this.#streaming) this.#stir()
  }

  /** At once. */
  stream(...replies: Reply[]): void {
    this.#streaming = true
    this.add(...replies)
    this.#stir()
  }

  /** All in one piece, or line by line as soon as one is wanted at once. Throws what the handler throws. */
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
    this.#changed = Promise.withResolvers()
  }

  #lines(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    let next = 0
    return new ReadableStream({
      pull: async (controller) => {
        while (next >= this.#items.length && this.#state === 'open') await this.#changed.promise
        const item = this.#items[next++]
        if (item) return controller.enqueue(encoder.encode(`${JSON.stringify({ message: item })}\n`))
        // Cut off rather than ended, so that the gateway tells of the event again.
        if (this.#state === 'failed') return controller.error(new Error('The handler failed'))
        controller.close()
      },
    })
  }
}
