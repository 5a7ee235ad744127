import type { ChipSlot } from '../../profiles/profile.ts'
import { cut } from '../../text/cut.ts'
import { literal, type Run } from '../../text/runs.ts'
import type { BubbleChip } from '../bubble.ts'
import type { DraftChip } from '../draft.ts'
import { eventTimeText } from '../format.ts'
import { fitsTap, isWordlessLink, mapLink, placeWords } from '../links.ts'
import { lines, link } from '../lower/lines.ts'
import { lose, numberOf, type Scene } from '../scene.ts'

/** Chips that are shown as such, and what is said of the others in text, where replies are answered by number. */
export type Placed = { shown: BubbleChip[]; said: Run[]; byNumber: boolean }

/** As many chips as the slot takes, with labels as long as it takes; the rest, and labels that were cut, go into text. */
export function placeChips(chips: readonly DraftChip[], slot: ChipSlot, scene: Scene): Placed {
  const usable = chips.map((chip) => inKind(chip, slot, scene))
  const taken = new Set(chosen(usable, slot))
  const moved = usable.filter((chip) => !taken.has(chip))
  for (const { path } of moved) lose(scene, 'chip.as_text', path)
  for (const chip of taken)
    if (chip.kind === 'url' && (chip.event || chip.place)) lose(scene, 'chip.as_link', chip.path)
  const { shown, full } = labelled([...taken], slot, scene)
  const replies = moved.filter(({ kind }) => kind === 'reply')
  const actions = moved.filter(({ kind }) => kind !== 'reply')
  const details = [...taken].filter(isUntold).map(detailsOf)
  const said = lines([
    ...full.map((chip) => nameOf(chip, scene)),
    ...details,
    ...replies.map((chip) => nameOf(chip, scene)),
    ...actions.map((chip) => sentence(chip, scene)),
  ])
  return { shown, said, byNumber: replies.length > 0 }
}

/** A calendar entry or a map is a link where links are all that there is. */
function inKind(chip: DraftChip, { kinds }: ChipSlot, scene: Scene): DraftChip {
  if (kinds.includes(chip.kind) || !kinds.includes('url')) return chip
  const url = chip.event ? scene.calendarLink(chip.event) : chip.place ? mapLink(chip.place) : undefined
  return url ? { ...chip, kind: 'url', url } : chip
}

function chosen(chips: readonly DraftChip[], slot: ChipSlot): DraftChip[] {
  let usable = chips.filter(({ kind }) => slot.kinds.includes(kind))
  if (slot.repliesOrOneLink) {
    const replies = usable.filter(({ kind }) => kind === 'reply')
    usable = replies.length > 0 ? replies : usable.length === 1 ? usable : []
  }
  const first = usable.slice(0, slot.max)
  return first.length < (slot.min ?? 1) ? [] : first
}

/** Labels cut to the channel's length; where that makes two look alike they carry their numbers. */
function labelled(
  chips: readonly DraftChip[],
  slot: ChipSlot,
  scene: Scene,
): { shown: BubbleChip[]; full: DraftChip[] } {
  const short = chips.map(({ label }) => cut(label, slot.labelMaxLength))
  const alike = duplicates(short)
  const full: DraftChip[] = []
  const shown = chips.map((chip, at) => {
    const { path, told: _, ...rest } = chip
    const isCut = short[at] !== chip.label
    if (isCut) {
      lose(scene, 'label.cut', path)
      full.push(chip)
    }
    const number = alike.has(short[at] ?? '') && chip.kind === 'reply' ? numberOf(scene, chip.tap) : undefined
    return { ...rest, label: number ? cut(`${number} ${chip.label}`, slot.labelMaxLength) : (short[at] ?? '') }
  })
  return { shown, full }
}

function duplicates(labels: readonly string[]): Set<string> {
  return new Set(labels.filter((label, at) => labels.indexOf(label) !== at))
}

/** The whole label of a chip that shows only its beginning. */
function nameOf({ label, tap, kind }: DraftChip, scene: Scene): string {
  const number = kind === 'reply' ? numberOf(scene, tap) : undefined
  return number ? `${number}. ${label}` : `- ${label}`
}

function isUntold(chip: DraftChip): boolean {
  return !chip.told && (!fitsTap(chip) || (chip.url !== undefined && isWordlessLink(chip)))
}

/** What an event or a place says, when it is more than a tap would show. */
function detailsOf({ label, event, place }: DraftChip): string {
  return `- ${label}: ${joined(event ? [event.title, event.location, event.description] : [place && placeWords(place)])}`
}

function joined(words: readonly (string | undefined)[]): string {
  return words.filter((text) => text?.trim()).join(', ')
}

function spaced(words: string): Run[] {
  return literal(words ? `${words} ` : '')
}

/** A chip that acts, in words: a link, a number to call, a place to type. */
function sentence(chip: DraftChip, scene: Scene): Run[] {
  const { label, url, phone, event, place } = chip
  const after = (target: Run[]) => [...literal(`${label}: `), ...target]
  if (event) {
    lose(scene, 'link.added', chip.path)
    const words = [event.title, eventTimeText(event, scene.locale), event.location, event.description]
    return after([...spaced(chip.told ? '' : joined(words)), ...link(scene.calendarLink(event))])
  }
  if (place) {
    lose(scene, 'link.added', chip.path)
    return after([...spaced(chip.told ? '' : placeWords(place)), ...link(mapLink(place))])
  }
  if (url) return after(link(url))
  if (phone) return after(literal(phone))
  return after(literal(scene.phrases.replyWithAddress))
}
