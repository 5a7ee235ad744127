import { signal } from '../messages/build.ts'
import { verifyGatewayRequest } from '../webhooks/gateway-request.ts'
import { NotVerified, parseSecrets } from '../webhooks/verify.ts'
import { type Adapters, createAdapters, type RawRequest } from './adapters.ts'
import { type BotEvent, type TypedEvent, toBotEvent } from './events.ts'
import { HandlerFailed, OutgoingReplies, type Reply } from './outgoing-replies.ts'

/** Cache of recent results by key; evicts the oldest first. */
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

/** Lets a handler reply; it may also return its replies. */
export type Turn = {
  /** Adds to the response, which is sent when the handler is done. */
  reply(...replies: Reply[]): void
  /** Sends at once; later replies are sent as they come. */
  stream(...replies: Reply[]): void
  /** Shows a typing indicator at once, where the channel supports it. */
  typing(): void
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler may return nothing
type HandlerResult = Reply | Reply[] | undefined | void
type Handler<Type extends TypedEvent['type']> = (
  event: BotEvent<Type>,
  turn: Turn,
) => HandlerResult | Promise<HandlerResult>

export type BotOptions = {
  /** From the agent's gateway credentials. Pass several during rotation. */
  signingSecret: string | readonly string[]
  onMessage?: Handler<'message'>
  /** A question was answered, or a reply chip tapped. */
  onResult?: Handler<'result'>
  onAction?: Handler<'action'>
  /** The gateway ignores replies to it. */
  onStatus?: Handler<'status'>
  onSystem?: Handler<'system'>
  /**
   * Called when a handler fails: the gateway gets a 500 and delivers the event again. Also called, without an event,
   * when the bot refuses a call (`NotVerified`) or fails itself. Default: logs to the console.
   */
  onError?: (error: unknown, event?: BotEvent) => void | Promise<void>
  /**
   * How many handled events to remember, so that a repeated delivery is answered without running the handler again.
   * Default: 1000.
   */
  remember?: number
  now?: () => Date
}

/** Answers a gateway's events in any supported server. */
export type Bot = Adapters

export function createBot(options: BotOptions): Bot {
  parseSecrets(options.signingSecret)
  const { remember = 1000, now = () => new Date() } = options
  const report = createReporter(options.onError)
  const repeats = new RecentResults<OutgoingReplies>(remember)

  async function answer({ headers, body }: RawRequest): Promise<Response> {
    const event = toBotEvent(await verifyGatewayRequest({ headers, body, secret: options.signingSecret, now: now() }))
    const outgoing = repeats.once(event.eventId, () => new OutgoingReplies((made) => attend(event, made)))
    return outgoing.response().catch((error) => {
      if (error instanceof HandlerFailed) return toErrorResponse(error)
      throw error
    })
  }

  async function attend(event: BotEvent, outgoing: OutgoingReplies): Promise<void> {
    try {
      const reply = await handle(options, event, createTurn(outgoing))
      if (reply) outgoing.add(...[reply].flat())
    } catch (error) {
      repeats.forget(event.eventId)
      report(error, event)
      throw new HandlerFailed(error)
    }
  }

  const answerOrRefuse = (request: RawRequest) =>
    answer(request).catch((error: unknown) => {
      report(error)
      return toErrorResponse(error)
    })
  return createAdapters(answerOrRefuse, (error) => {
    if (!(error instanceof HandlerFailed)) report(error)
  })
}

/** Narrows the event type for each handler. */
function handle(on: BotOptions, event: BotEvent, turn: Turn): HandlerResult | Promise<HandlerResult> {
  if (isOf(event, 'message')) return on.onMessage?.(event, turn)
  if (isOf(event, 'result')) return on.onResult?.(event, turn)
  if (isOf(event, 'action')) return on.onAction?.(event, turn)
  if (isOf(event, 'status')) return on.onStatus?.(event, turn)
  // Accepts event types of a later gateway, and replies nothing.
  return isOf(event, 'system') ? on.onSystem?.(event, turn) : undefined
}

const isOf = <Type extends TypedEvent['type']>(event: BotEvent, type: Type): event is BotEvent<Type> =>
  event.type === type

const createTurn = (outgoing: OutgoingReplies): Turn => ({
  reply: (...replies) => outgoing.add(...replies),
  stream: (...replies) => outgoing.stream(...replies),
  typing: () => outgoing.stream(signal('typing')),
})

/** Internal errors are not exposed to the client. */
function toErrorResponse(error: unknown): Response {
  if (!(error instanceof NotVerified)) return Response.json({ message: 'The bot failed' }, { status: 500 })
  const status = error.reason === 'bad_body' ? 400 : 401
  return Response.json({ message: error.message, reason: error.reason }, { status })
}

type Report = (error: unknown, event?: BotEvent) => void

/** An `onError` that fails hides neither its own error nor the one that it was called with. */
function createReporter(onError: BotOptions['onError'] = logError): Report {
  return (error, event) => {
    const onFailure = (failure: unknown) => {
      logError(error, event)
      logError(failure, event)
    }
    try {
      Promise.resolve(onError(error, event)).catch(onFailure)
    } catch (failure) {
      onFailure(failure)
    }
  }
}

function logError(error: unknown, event?: BotEvent): void {
  const what =
    error instanceof NotVerified ? 'refused a call' : event ? `failed on event ${event.eventId}` : 'failed itself'
  // biome-ignore lint/suspicious/noConsole: an unreported failure would be worse
  console.error(`The bot ${what}:`, error)
}
