import type { OpenIntent } from '../answers/intent.ts'
import type { Channel } from '../model/channels.ts'
import type { ChipKind } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { CalendarEvent } from '../model/values.ts'
import { getProfile } from '../profiles/index.ts'
import { measureSms, type SmsSize } from '../text/sms.ts'
import type { BubbleView } from '../view/bubble-view.ts'
import { toBubbleView } from '../view/to-view.ts'
import { toReadableBubble } from '../wire/builders.ts'
import { getWire } from '../wire/index.ts'
import type { Bubble } from './bubble.ts'
import { fitDraft } from './fit/index.ts'
import { resolveLocale } from './format.ts'
import { createCalendarLink } from './links.ts'
import { lowerMessage } from './lower/message.ts'
import { getPhrases } from './phrases.ts'
import { createPostback } from './postback.ts'
import type { Affordance, Loss, RenderContext } from './render-context.ts'
import { settle } from './settle.ts'

export type RenderOptions = {
  channel: Channel
  /** Part of the tap payload; at most 100 bytes, so that it fits the smallest provider's field. */
  messageId: string
  /** BCP 47, for dates, money and built-in phrases. Default: en-US, also when unknown. */
  locale?: string
  /** Returns the link that adds an event to a calendar. Default: a web calendar. */
  calendarLink?(event: CalendarEvent): string
  /** When false, typographic characters stay as they are on SMS, even if they double its segments. */
  smartSms?: boolean
}

/** One message as the channel shows it. */
export type ChannelMessage = {
  /** The provider's request body, without the recipient. */
  native: unknown
  /** The text as a person reads it. */
  text: string
  /** The chips a person can tap; `tap` is the index into `affordances`. */
  chips: { label: string; kind: ChipKind; tap: number }[]
  /** The message as the person sees it, in the same form on every channel. Computed when it is read. */
  readonly view: BubbleView
  sms?: SmsSize
}

export type RenderResult = {
  channel: Channel
  messages: ChannelMessage[]
  affordances: Affordance[]
  /** The questions that are open once the message is delivered. */
  intents: OpenIntent[]
  /** Everything that could not be shown as intended, and what replaced it. Nothing is ever dropped silently. */
  losses: Loss[]
}

export function render(message: ContentMessage, options: RenderOptions): RenderResult {
  const { channel, messageId } = options
  const scene = createRenderContext(options)
  const drafts = lowerMessage(message, scene)
  const bubbles = settle(
    drafts.flatMap((draft) => fitDraft(draft, scene)),
    scene,
  )
  const wire = getWire(channel)
  const toView = (bubble: Bubble) => toBubbleView(bubble, scene)
  const context = { postback: (tap: number) => createPostback(messageId, tap), toView }
  const messages = bubbles.map((bubble) => ({
    native: wire(bubble, context),
    ...toReadableBubble(bubble),
    get view() {
      return toView(bubble)
    },
    ...(channel === 'sms' && bubble.kind === 'text' && { sms: measureSms(bubble.text.marked) }),
  }))
  return {
    channel,
    messages,
    affordances: scene.affordances,
    intents: intentsOf(scene, messageId),
    losses: scene.losses,
  }
}

function createRenderContext(options: RenderOptions): RenderContext {
  const locale = resolveLocale(options.locale)
  return {
    profile: getProfile(options.channel),
    locale,
    phrases: getPhrases(locale),
    calendarLink: options.calendarLink ?? createCalendarLink,
    smartSms: options.channel === 'sms' && (options.smartSms ?? true),
    affordances: [],
    intents: [],
    losses: [],
    shared: { lastNumber: 0 },
  }
}

function intentsOf({ intents, affordances }: RenderContext, messageId: string): OpenIntent[] {
  return intents.map(({ options, ...intent }) => ({
    ...intent,
    messageId,
    options: options.map(({ tap, ...option }) => {
      const { number, numberShown } = affordances[tap] ?? {}
      return { ...option, ...(number !== undefined && { number }), ...(numberShown && { numberShown }) }
    }),
  }))
}
