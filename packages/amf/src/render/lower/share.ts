import type { ShareContact, ShareEvent, SharePlace } from '../../model/parts.ts'
import type { Draft, DraftChip } from '../draft.ts'
import { formatEventTime } from '../format.ts'
import { addAffordance, type RenderContext } from '../render-context.ts'
import { joinParagraphs, joinTextLines, toBoldRuns, toLinkRuns, toMailLinkRuns } from './lines.ts'

/** The share parts: text, plus one native chip where the channel supports it. */

export function lowerShareEvent({ prompt, event }: ShareEvent, path: string, context: RenderContext): Draft[] {
  const label = context.phrases.addToCalendar
  const tap = addAffordance(context, { kind: 'calendar', label, event })
  const chip: DraftChip = { label, kind: 'calendar', event, tap, path: `${path}.event`, inText: true }
  const when = formatEventTime(event, context.locale)
  const words = joinTextLines([toBoldRuns(event.title), when, event.location, event.description])
  return [{ kind: 'text', runs: joinParagraphs([prompt, words]), chips: [chip], path }]
}

export function lowerSharePlace({ prompt, place }: SharePlace, path: string, context: RenderContext): Draft[] {
  const words = joinTextLines([toBoldRuns(place.name), place.address])
  const { latitude, longitude, ...named } = place
  if (context.profile.placeMessage && latitude !== undefined && longitude !== undefined) {
    const text = joinParagraphs([prompt])
    const before: Draft[] = text.length > 0 ? [{ kind: 'text', runs: text, chips: [], path }] : []
    return [...before, { kind: 'place', ...named, latitude, longitude, path }]
  }
  const label = context.phrases.openMap
  const tap = addAffordance(context, { kind: 'viewLocation', label, place })
  const chip: DraftChip = { label, kind: 'viewLocation', place, tap, path: `${path}.place`, inText: true }
  return [{ kind: 'text', runs: joinParagraphs([prompt, words]), chips: [chip], path }]
}

export function lowerShareContact({ prompt, contact }: ShareContact, path: string): Draft[] {
  const { name, organization, phones = [], emails = [], url } = contact
  const words = joinTextLines([
    toBoldRuns(name),
    organization,
    ...phones,
    ...emails.map(toMailLinkRuns),
    url ? toLinkRuns(url) : undefined,
  ])
  return [{ kind: 'text', runs: joinParagraphs([prompt, words]), chips: [], path }]
}
