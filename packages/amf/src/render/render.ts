import { fieldPath } from '@parley/findings'
import type { OpenIntent } from '../answers/intent.ts'
import type { Channel } from '../model/channels.ts'
import type { ChipKind } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Part, PartType, PortablePart } from '../model/parts.ts'
import type { CalendarEvent } from '../model/values.ts'
import { profileOf } from '../profiles/index.ts'
import type { Profile } from '../profiles/profile.ts'
import { type SmsSize, smsSize } from '../text/sms.ts'
import { wireOf } from '../wire/index.ts'
import { shownOf } from '../wire/shown.ts'
import { type Draft, takesChips } from './draft.ts'
import { fitDraft } from './fit/index.ts'
import { knownLocale } from './format.ts'
import { calendarLink } from './links.ts'
import { draftChips } from './lower/chips.ts'
import { lowerPart } from './lower/index.ts'
import { phrasesFor } from './phrases/index.ts'
import type { Affordance, Loss, Scene } from './scene.ts'
import { settle } from './settle.ts'

export type RenderOptions = {
  channel: Channel
  /** Stands in what comes back from a tap; at most 100 bytes, so that it fits the smallest provider's field. */
  messageId: string
  /** BCP 47, for dates, money and the few words of our own; en-US when absent or unknown. */
  locale?: string
  /** Where an event can be added to a calendar; a web calendar when absent. */
  calendarLink?(event: CalendarEvent): string
  /** Off: typographic characters stay as they are on SMS, even if they double its segments. */
  smartSms?: boolean
}

/** One message as the channel shows it. */
export type ShownMessage = {
  /** The provider's body, without whom it goes to. */
  native: unknown
  /** What a person reads. */
  text: string
  /** What a person can tap; `tap` is the place among the affordances. */
  chips: { label: string; kind: ChipKind; tap: number }[]
  sms?: SmsSize
}

export type Rendered = {
  channel: Channel
  messages: ShownMessage[]
  affordances: Affordance[]
  /** The questions that are open once the message is delivered. */
  intents: OpenIntent[]
  /** What could not be shown as it was meant, and what became of it. Nothing is ever left out without a word. */
  losses: Loss[]
}

export function render(message: ContentMessage, options: RenderOptions): Rendered {
  const { channel, messageId } = options
  const scene = sceneFor(options)
  const drafts = lowered(message, scene)
  const bubbles = settle(
    drafts.flatMap((draft) => fitDraft(draft, scene)),
    scene,
  )
  const wire = wireOf(channel)
  const context = { postback: (tap: number) => postbackOf(messageId, tap) }
  const messages = bubbles.map((bubble) => ({
    native: wire(bubble, context),
    ...shownOf(bubble),
    ...(channel === 'sms' && bubble.kind === 'text' && { sms: smsSize(bubble.text.marked) }),
  }))
  return {
    channel,
    messages,
    affordances: scene.affordances,
    intents: intentsOf(scene, messageId),
    losses: scene.losses,
  }
}

function sceneFor(options: RenderOptions): Scene {
  const locale = knownLocale(options.locale)
  return {
    profile: profileOf(options.channel),
    locale,
    phrases: phrasesFor(locale),
    calendarLink: options.calendarLink ?? calendarLink,
    smartSms: options.channel === 'sms' && (options.smartSms ?? true),
    affordances: [],
    intents: [],
    losses: [],
    shared: { lastNumber: 0 },
  }
}

const postbackMark = 'amf'

export function postbackOf(messageId: string, tap: number): string {
  return `${postbackMark}|${messageId}|${tap}`
}

/** Reads what a provider sent back; undefined when it is not ours. */
export function readPostback(data: string): { messageId: string; tap: number } | undefined {
  const [mark, ...rest] = data.split('|')
  const tap = rest.pop()
  if (mark !== postbackMark || !tap || !/^\d{1,6}$/.test(tap) || rest.length === 0) return undefined
  return { messageId: rest.join('|'), tap: Number(tap) }
}

/** Parts in what the channel has, and the chips of the message under the last of them. */
function lowered(message: ContentMessage, scene: Scene): Draft[] {
  const parts = message.parts.flatMap((part, at) => portable(part, fieldPath(['parts', at]), scene.profile.channel))
  const lastAsking = parts.findLastIndex(({ part }) => asking.has(part.type))
  const drafts = parts.flatMap(({ part, path }, at) => {
    const chipless = scene.profile.chips.vanish && at < lastAsking && asking.has(part.type)
    return lowerPart(part, path, chipless ? { ...scene, profile: withoutChips(scene.profile) } : scene)
  })
  const chips = draftChips(message.chips, '', scene)
  return scene.profile.chips.vanish ? under(drafts, [...taken(drafts), ...chips]) : under(drafts, chips)
}

type Placed = { part: PortablePart | Extract<Part, { type: 'native' }>; path: string }

/** A native part is itself on its channel, and its fallback elsewhere. */
function portable(part: Part, path: string, channel: Channel): Placed[] {
  if (part.type !== 'native' || part.channel === channel) return [{ part, path }]
  return part.fallback.map((own, at) => ({ part: own, path: fieldPath([`${path}.fallback`, at]) }))
}

/** Parts that put chips under a message. Where chips vanish, only the last of them can. */
const asking: ReadonlySet<PartType> = new Set([
  'ask.choice',
  'ask.time',
  'confirm',
  'ask.location',
  'share.event',
  'share.place',
])

const floors = new WeakMap<Profile, Profile>()

function withoutChips(profile: Profile): Profile {
  let floor = floors.get(profile)
  if (!floor) {
    const { locationRequest: _, ...rest } = profile
    floor = { ...rest, chips: { ...profile.chips, max: 0, kinds: [] } }
    floors.set(profile, floor)
  }
  return floor
}

/** Takes the chips off the drafts, to be put under the last one. */
function taken(drafts: readonly Draft[]) {
  return drafts.filter(takesChips).flatMap((draft) => draft.chips.splice(0))
}

function under(drafts: Draft[], chips: ReturnType<typeof taken>): Draft[] {
  if (chips.length === 0) return drafts
  const last = drafts.at(-1)
  if (last && takesChips(last)) last.chips.push(...chips)
  else drafts.push({ kind: 'text', runs: [], chips, path: 'chips' })
  return drafts
}

function intentsOf({ intents, affordances }: Scene, messageId: string): OpenIntent[] {
  return intents.map(({ options, ...intent }) => ({
    ...intent,
    messageId,
    options: options.map(({ tap, ...option }) => {
      const { number, numberShown } = affordances[tap] ?? {}
      return { ...option, ...(number !== undefined && { number }), ...(numberShown && { numberShown }) }
    }),
  }))
}
