import type { Affordance, OutboundMessage } from '@parley/amf'
import { readPattern } from '@parley/definition'
import type { Directive } from './directive.ts'

/** A message that the person was shown, oldest first. */
export type ShownMessage = { messageId: string; message: OutboundMessage; affordances: readonly Affordance[] }

/** What a directive comes to, once it is known what can be tapped. */
export type Deed =
  | { kind: 'says'; text: string }
  | { kind: 'sends'; url: string; mediaType: string; text?: string }
  | { kind: 'taps'; messageId: string; label: string; optionId?: string }
  | { kind: 'system'; system: 'optOut' | 'optIn' | 'subscribed' | 'unsubscribed' }

/** There is nothing of the kind to tap; `simulate` is not available yet. */
export type Missing = { missing: 'chip' | 'slot' | 'confirm' | 'action' | 'simulate'; fallback?: string }

type Form<Key extends string> = Extract<Directive, Record<Key, unknown>>
type Shown = readonly ShownMessage[]
type Offered = { messageId: string; affordance: Affordance }

/** Document 2, Turn directives: newest messages first, since that is what a person looks at. */
export function resolveDirective(directive: Directive, shown: Shown): Deed | Missing {
  if (typeof directive === 'string') return { kind: 'says', text: directive }
  if ('chip' in directive) return tapped(chipOf(directive, shown), { missing: 'chip', ...fallbackOf(directive) })
  if ('slot' in directive) return tapped(slotOf(directive, shown), { missing: 'slot', ...fallbackOf(directive) })
  if ('confirm' in directive) return tapped(sideOf(directive, shown), { missing: 'confirm', ...fallbackOf(directive) })
  if ('action' in directive) return tapped(actionOf(directive, shown), { missing: 'action' })
  if ('media' in directive) return sent(directive)
  if ('system' in directive) return { kind: 'system', system: directive.system }
  return { missing: 'simulate' }
}

const fallbackOf = ({ fallback }: { fallback?: string }) => (fallback?.trim() ? { fallback } : {})

function tapped(offered: Offered | undefined, missing: Missing): Deed | Missing {
  if (!offered) return missing
  const { messageId, affordance } = offered
  const { label, answer } = affordance
  return { kind: 'taps', messageId, label, ...(answer && { optionId: answer.optionId }) }
}

function chipOf({ chip }: Form<'chip'>, shown: Shown): Offered | undefined {
  const pattern = readPattern(chip)
  const wanted = chip.trim().toLowerCase()
  const replies = newestFirst(shown).map((offers) => offers.filter(({ affordance }) => affordance.answer !== undefined))
  // Of "No" and "Not sure" the one that says just that is meant.
  const isThat = ({ affordance }: Offered) => affordance.label.toLowerCase() === wanted
  // A label may look like an expression, such as /(?/; then only that label is meant.
  const matches = ({ affordance }: Offered) => pattern.ok && pattern.test(affordance.label)
  return first(replies, (offers) => offers.find(isThat) ?? offers.find(matches))
}

function slotOf({ slot }: Form<'slot'>, shown: Shown): Offered | undefined {
  return first(newestFirst(shown), (offers) => lastQuestion(offers, 'ask.time'))?.[slot]
}

function sideOf({ confirm }: Form<'confirm'>, shown: Shown): Offered | undefined {
  const sides = first(newestFirst(shown), (offers) => lastQuestion(offers, 'confirm')) ?? []
  return sides.find(({ affordance }) => affordance.answer?.optionId === (confirm ? 'yes' : 'no'))
}

function actionOf({ action, label }: Form<'action'>, shown: Shown): Offered | undefined {
  const wanted = label?.trim().toLowerCase() ?? ''
  const matches = ({ affordance }: Offered) =>
    affordance.kind === action && affordance.label.toLowerCase().includes(wanted)
  return first(newestFirst(shown), (offers) => offers.find(matches))
}

function newestFirst(shown: Shown): Offered[][] {
  return shown
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

/** All that answers the last question of a kind in one message. */
function lastQuestion(offers: readonly Offered[], intent: string): Offered[] | undefined {
  const asked = offers.filter(({ affordance }) => affordance.answer?.intent === intent)
  const last = asked.at(-1)?.affordance.answer?.intentId
  return last === undefined ? undefined : asked.filter(({ affordance }) => affordance.answer?.intentId === last)
}

const endings: Record<string, string> = {
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  webm: 'video/webm',
  mov: 'video/quicktime',
}
const usual = { image: 'image/jpeg', video: 'video/mp4' }

function sent({ media, url, text }: Form<'media'>): Deed {
  const [path = ''] = url.split(/[?#]/)
  const known = endings[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const mediaType = known?.startsWith(media) ? known : usual[media]
  return { kind: 'sends', url, mediaType, ...(text?.trim() && { text }) }
}

/** What the person did, as the record of a turn says it. */
export function inputOf(deed: Deed): { type: string; text: string } {
  if (deed.kind === 'system') return { type: 'system', text: deed.system }
  if (deed.kind === 'taps') return { type: deed.optionId === undefined ? 'action' : 'result', text: deed.label }
  return { type: 'message', text: deed.kind === 'says' ? deed.text : (deed.text ?? deed.url) }
}
