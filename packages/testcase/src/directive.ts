import type { Affordance, OutboundMessage } from '@parley/amf'
import { parsePattern } from '@parley/definition'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { TurnChecks } from './expect.ts'
import { type SystemName, sentMediaKinds, systemNames, tappedActions } from './vocabulary.ts'

/** The action of a case's person, or of a persona's player, in a turn. */
const fallback = boundedText({ max: 4000 }).optional().meta({ description: 'Typed when there is nothing to tap.' })

const Says = boundedText({ min: 1, max: 4000 })
const Chip = z.strictObject({ chip: boundedText({ min: 1, max: 200 }), fallback })
const Slot = z.strictObject({ slot: z.int().min(0).max(50), fallback })
const Confirm = z.strictObject({ confirm: z.boolean(), fallback })
const System = z.strictObject({ system: z.enum(systemNames) })
const Action = z.strictObject({ action: z.enum(tappedActions), label: boundedText({ max: 200 }).optional() })
const Media = z.strictObject({
  media: z.enum(sentMediaKinds),
  url: boundedText({ min: 1, max: 2000 }),
  text: boundedText({ max: 4000 }).optional(),
})
const Simulate = z.strictObject({
  simulate: z.strictObject({
    goal: boundedText({ min: 1, max: 2000 }),
    persona: boundedText({ max: 2000 }).optional(),
    knows: z
      .array(boundedText({ max: 500 }))
      .max(20)
      .optional(),
    until: boundedText({ max: 1000 }).optional(),
    maxTurns: z.int().min(1).max(20).optional(),
  }),
})
/** A year. */
export const maxWaitMinutes = 525_600
const Wait = z.strictObject({
  wait: z
    .strictObject({ minutes: z.int().min(1).max(maxWaitMinutes) })
    .meta({ description: "Moves the person's clock forward. What is due by then happens." }),
})

const forms = {
  chip: Chip,
  slot: Slot,
  confirm: Confirm,
  system: System,
  action: Action,
  media: Media,
  simulate: Simulate,
}

export const Directive = z.union([Says, ...Object.values(forms)]).meta({
  id: 'TurnDirective',
  examples: ['When are you open?', { chip: 'Book' }, { slot: 0 }, { confirm: true }],
})
export type Directive = z.infer<typeof Directive>

const expect = TurnChecks.optional().meta({ description: 'Checks of the reply to this turn.' })

/** A turn of a test case: a directive, with checks of the reply to it. */
export const CaseTurn = z
  .union([
    Says,
    z.strictObject({ text: Says, expect }),
    Chip.extend({ expect }),
    Slot.extend({ expect }),
    Confirm.extend({ expect }),
    System.extend({ expect }),
    Action.extend({ expect }),
    Media.extend({ expect }),
    Simulate.extend({ expect }),
    Wait.extend({ expect }),
  ])
  .meta({
    id: 'TestCaseTurn',
    examples: ['When are you open?', { text: 'When are you open?', expect: [{ textIncludes: ['nine'] }] }, { slot: 0 }],
  })
export type CaseTurn = z.infer<typeof CaseTurn>

/** A message shown to the person; lists are oldest first. */
export type VisibleMessage = { messageId: string; message: OutboundMessage; affordances: readonly Affordance[] }

/** The action that a directive resolves to, given what can be tapped. */
export type PersonAction =
  | { kind: 'says'; text: string }
  | { kind: 'sends'; url: string; mediaType: string; text?: string }
  | { kind: 'taps'; messageId: string; label: string; optionId?: string }
  | { kind: 'system'; system: SystemName }

/** There is nothing of this kind to tap; `simulate` is not available yet. */
export type MissingTarget = { missing: 'chip' | 'slot' | 'confirm' | 'action' | 'simulate'; fallback?: string }

type Form<Key extends string> = Extract<CaseTurn, Record<Key, unknown>>
type VisibleMessages = readonly VisibleMessage[]
type OfferedAction = { messageId: string; affordance: Affordance }

/** A turn in which the person acts, rather than time passes. */
export type ActingTurn = Exclude<CaseTurn, { wait: unknown }>

export const isWait = (turn: CaseTurn): turn is Form<'wait'> => typeof turn === 'object' && 'wait' in turn

/** Resolves a directive against the newest messages first, as a person would. */
export function resolveDirective(directive: ActingTurn, messages: VisibleMessages): PersonAction | MissingTarget {
  if (typeof directive === 'string') return { kind: 'says', text: directive }
  if ('chip' in directive) return toTap(findChip(directive, messages), { missing: 'chip', ...fallbackOf(directive) })
  if ('slot' in directive)
    return toTap(findSlotOffer(directive, messages), { missing: 'slot', ...fallbackOf(directive) })
  if ('confirm' in directive)
    return toTap(findConfirmSide(directive, messages), { missing: 'confirm', ...fallbackOf(directive) })
  if ('action' in directive) return toTap(findAction(directive, messages), { missing: 'action' })
  if ('media' in directive) return toSentMedia(directive)
  if ('system' in directive) return { kind: 'system', system: directive.system }
  if ('text' in directive) return { kind: 'says', text: directive.text }
  return { missing: 'simulate' }
}

const fallbackOf = ({ fallback }: { fallback?: string }) => (fallback?.trim() ? { fallback } : {})

function toTap(offered: OfferedAction | undefined, missing: MissingTarget): PersonAction | MissingTarget {
  if (!offered) return missing
  const { messageId, affordance } = offered
  const { label, answer } = affordance
  return { kind: 'taps', messageId, label, ...(answer && { optionId: answer.optionId }) }
}

function findChip({ chip }: Form<'chip'>, messages: VisibleMessages): OfferedAction | undefined {
  const pattern = parsePattern(chip)
  const wanted = chip.trim().toLowerCase()
  const replies = newestFirst(messages).map((offers) =>
    offers.filter(({ affordance }) => affordance.answer !== undefined),
  )
  // An exact match wins: `No` means "No", not "Not sure".
  const isThat = ({ affordance }: OfferedAction) => affordance.label.toLowerCase() === wanted
  // A label may look like an expression, such as /(?/; then it only matches that label.
  const matches = ({ affordance }: OfferedAction) => pattern.ok && pattern.test(affordance.label)
  return first(replies, (offers) => offers.find(isThat) ?? offers.find(matches))
}

function findSlotOffer({ slot }: Form<'slot'>, messages: VisibleMessages): OfferedAction | undefined {
  return first(newestFirst(messages), (offers) => lastQuestion(offers, 'ask.time'))?.[slot]
}

function findConfirmSide({ confirm }: Form<'confirm'>, messages: VisibleMessages): OfferedAction | undefined {
  const sides = first(newestFirst(messages), (offers) => lastQuestion(offers, 'confirm')) ?? []
  return sides.find(({ affordance }) => affordance.answer?.optionId === (confirm ? 'yes' : 'no'))
}

function findAction({ action, label }: Form<'action'>, messages: VisibleMessages): OfferedAction | undefined {
  const wanted = label?.trim().toLowerCase() ?? ''
  const matches = ({ affordance }: OfferedAction) =>
    affordance.kind === action && affordance.label.toLowerCase().includes(wanted)
  return first(newestFirst(messages), (offers) => offers.find(matches))
}

function newestFirst(messages: VisibleMessages): OfferedAction[][] {
  return messages
    .toReversed()
    .map(({ messageId, affordances }) => affordances.map((affordance) => ({ messageId, affordance })))
}

function first<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns all answers to the last question of a kind in one message. */
function lastQuestion(offers: readonly OfferedAction[], intent: string): OfferedAction[] | undefined {
  const matching = offers.filter(({ affordance }) => affordance.answer?.intent === intent)
  const last = matching.at(-1)?.affordance.answer?.intentId
  return last === undefined ? undefined : matching.filter(({ affordance }) => affordance.answer?.intentId === last)
}

const mediaTypesByExtension: Record<string, string> = {
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  webm: 'video/webm',
  mov: 'video/quicktime',
}
const defaultMediaTypes = { image: 'image/jpeg', video: 'video/mp4' }

function toSentMedia({ media, url, text }: Form<'media'>): PersonAction {
  const [path = ''] = url.split(/[?#]/)
  const known = mediaTypesByExtension[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const mediaType = known?.startsWith(media) ? known : defaultMediaTypes[media]
  return { kind: 'sends', url, mediaType, ...(text?.trim() && { text }) }
}

export function toActionInput(deed: PersonAction): { type: string; text: string } {
  if (deed.kind === 'system') return { type: 'system', text: deed.system }
  if (deed.kind === 'taps') return { type: deed.optionId === undefined ? 'action' : 'result', text: deed.label }
  return { type: 'message', text: deed.kind === 'says' ? deed.text : (deed.text ?? deed.url) }
}
