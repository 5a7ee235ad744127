import type { ShareContact, ShareEvent, SharePlace } from '../../model/parts.ts'
import type { Draft, DraftChip } from '../draft.ts'
import { eventTimeText } from '../format.ts'
import { offer, type Scene } from '../scene.ts'
import { bold, lines, link, mailLink, paragraphs } from './lines.ts'

/** The share parts: words, and one chip that does it by itself where the channel can. */

export function lowerShareEvent({ prompt, event }: ShareEvent, path: string, scene: Scene): Draft[] {
  const label = scene.phrases.addToCalendar
  const tap = offer(scene, { kind: 'calendar', label, event })
  const chip: DraftChip = { label, kind: 'calendar', event, tap, path: `${path}.event`, told: true }
  const when = eventTimeText(event, scene.locale)
  const words = lines([bold(event.title), when, event.location, event.description])
  return [{ kind: 'text', runs: paragraphs([prompt, words]), chips: [chip], path }]
}

export function lowerSharePlace({ prompt, place }: SharePlace, path: string, scene: Scene): Draft[] {
  const words = lines([bold(place.name), place.address])
  const { latitude, longitude, ...named } = place
  if (scene.profile.placeMessage && latitude !== undefined && longitude !== undefined) {
    const text = paragraphs([prompt])
    const before: Draft[] = text.length > 0 ? [{ kind: 'text', runs: text, chips: [], path }] : []
    return [...before, { kind: 'place', ...named, latitude, longitude, path }]
  }
  const label = scene.phrases.openMap
  const tap = offer(scene, { kind: 'viewLocation', label, place })
  const chip: DraftChip = { label, kind: 'viewLocation', place, tap, path: `${path}.place`, told: true }
  return [{ kind: 'text', runs: paragraphs([prompt, words]), chips: [chip], path }]
}

export function lowerShareContact({ prompt, contact }: ShareContact, path: string): Draft[] {
  const { name, organization, phones = [], emails = [], url } = contact
  const words = lines([bold(name), organization, ...phones, ...emails.map(mailLink), url ? link(url) : undefined])
  return [{ kind: 'text', runs: paragraphs([prompt, words]), chips: [], path }]
}
