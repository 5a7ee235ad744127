import { signal } from '../messages/build.ts'
import { verifyGatewayRequest } from '../webhooks/gateway-request.ts'
import { NotVerified, parseSecrets } from '../webhooks/verify.ts'
import { type Adapters, createAdapters, type RawRequest } from './adapters.ts'
import { type BotEvent, type TypedEvent, toBotEvent } from './events.ts'
import { OutgoingReplies, type Reply } from './outgoing-replies.ts'

/** What was made for a key, while it is remembered: the oldest are forgotten first. */
class RecentResults<T> {
  readonly #most: number
  readonly #kept = new Map<string, T>()

  constructor(most: number) {
    this.#most = most
  }

  once(key: string, make: () => T): T {
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#kept.set(key, made)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    return made
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }
}

/** What a handler replies by; it may also return its replies. */
export type Turn = {
  /** Added to the answer, which leaves when the handler is done. */
  reply(...replies: Reply[]): void
  /** Leaves at once; what follows leaves as it comes. */
  stream(...replies: Reply[]): void
  /** Shows at once that an answer is being written, where the channel can. */
  typing(): void
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is one, too
type HandlerResult = Reply | Reply[] | undefined | void
type Handler<Type extends TypedEvent['type']> = (
  event: BotEvent<Type>,
  turn: Turn,
) => HandlerResult | Promise<HandlerResult>

export type BotOptions = {
  /** Of the agent, from its gateway credentials. Several while one replaces another. */
  signingSecret: string | readonly string[]
  onMessage?: Handler<'message'>
  /** A question was answered, or a reply chip tapped. */
  onResult?: Handler<'result'>
  onAction?: Handler<'action'>
  /** Replies to it are let drop by the gateway. */
  onStatus?: Handler<'status'>
  onSystem?: Handler<'system'>
  /** A handler has failed: the gateway gets a 500 and tells of the event again. Written to the console unless given. */
  onError?: (error: unknown, event: BotEvent) => void
  /** How many answered events are remembered, to answer a repeat without acting again; 1000 unless given. */
  remember?: number
  now?: () => Date
}

/** Answers a gateway's events, in whichever server it is put. */
export type Bot = Adapters

export function createBot(options: BotOptions): Bot {
  parseSecrets(options.signingSecret)
  const { onError = reportError, remember = 1000, now = () => new Date() } = options
  const repeats = new RecentResults<OutgoingReplies>(remember)

  async function answer({ headers, body }: RawRequest): Promise<Response> {
    const event = toBotEvent(await verifyGatewayRequest({ headers, body, secret: options.signingSecret, now: now() }))
    const outgoing = repeats.once(event.eventId, () => new OutgoingReplies((made) => attend(event, made)))
    return outgoing.response()
  }

  async function attend(event: BotEvent, outgoing: OutgoingReplies): Promise<void> {
    try {
      const said = await handle(options, event, createTurn(outgoing))
      if (said) outgoing.add(...[said].flat())
    } catch (error) {
      repeats.forget(event.eventId)
      onError(error, event)
      throw error
    }
  }

  return createAdapters((request) => answer(request).catch(toErrorResponse))
}

/** Typed by the event, so that each handler gets its own. */
function handle(on: BotOptions, event: BotEvent, turn: Turn): HandlerResult | Promise<HandlerResult> {
  if (isOf(event, 'message')) return on.onMessage?.(event, turn)
  if (isOf(event, 'result')) return on.onResult?.(event, turn)
  if (isOf(event, 'action')) return on.onAction?.(event, turn)
  if (isOf(event, 'status')) return on.onStatus?.(event, turn)
  // What a later gateway tells of is taken, and says nothing.
  return isOf(event, 'system') ? on.onSystem?.(event, turn) : undefined
}

const isOf = <Type extends TypedEvent['type']>(event: BotEvent, type: Type): event is BotEvent<Type> =>
  event.type === type

const createTurn = (outgoing: OutgoingReplies): Turn => ({
  reply: (...replies) => outgoing.add(...replies),
  stream: (...replies) => outgoing.stream(...replies),
  typing: () => outgoing.stream(signal('typing')),
})

/** What went wrong inside is nobody's outside. */
function toErrorResponse(error: unknown): Response {
  if (!(error instanceof NotVerified)) return Response.json({ message: 'The bot has failed' }, { status: 500 })
  const status = error.reason === 'bad_body' ? 400 : 401
  return Response.json({ message: error.message, reason: error.reason }, { status })
}

function reportError(error: unknown, { eventId }: BotEvent): void {
  // biome-ignore lint/suspicious/noConsole: a failure that nobody hears of would be worse
  console.error(`The bot has failed at event ${eventId}:`, error)
}
