import type { ChipSlot } from '../../profiles/profile.ts'
import { literal, type Run } from '../../text/runs.ts'
import type { Draft, DraftChip, DraftRow } from '../draft.ts'
import { mediaTypeOf } from '../media-type.ts'
import { lose, nextNumber, numberOf, offer, type Scene } from '../scene.ts'
import { labelled, lines, link, paragraphs } from './lines.ts'

/** What ask.choice and ask.time have in common: a prompt, and options of which to take one. */
export type Choice = {
  intent: string
  intentId: string
  prompt: string
  multiple?: boolean
  options: { id: string; label: string; description?: string; mediaUrl?: string; path: string }[]
  path: string
}
type Option = Choice['options'][number] & { tap: number }

/**
 * The richest form that the channel has for so many options: a lone option is never a picker; then pictures in a list or on
 * cards, a list where the channel prefers it, chips, a list, and last a numbered text.
 */
export function lowerChoice(choice: Choice, scene: Scene): Draft[] {
  const options = offered(choice, scene)
  const [only] = options
  if (options.length === 1 && only) return lone(choice, only, scene)
  const { chips, listPicker, carousel } = scene.profile
  const fitsList = listPicker && options.length <= listPicker.max && (!choice.multiple || listPicker.multiple)
  const pictures = options.flatMap(({ mediaUrl }) => mediaUrl ?? [])
  const listTypes = (fitsList && listPicker.pictures) || []
  if (!choice.multiple) {
    if (pictures.length > 0 && carousel && listTypes.length === 0) return onCards(choice, options, scene)
    const fitsChips = options.length <= chips.max && options.length >= (chips.min ?? 1)
    const isLongList = options.length >= (listPicker?.from ?? 0) || areLong(options, chips)
    const showsAll = pictures.every((url) => listTypes.includes(mediaTypeOf(url)))
    const prefersList = fitsList && (pictures.length > 0 ? showsAll : isLongList)
    if (fitsChips && !prefersList) return [...pictureDrafts(options), underText(choice, options)]
  }
  if (fitsList && (pictures.length === 0 || listTypes.length > 0)) return [inList(choice, options)]
  return [numbered(choice, options, scene)]
}

/** A list shows more of a label than a chip does. */
function areLong(options: readonly Option[], { labelMaxLength }: ChipSlot): boolean {
  return options.some(({ label }) => label.length > labelMaxLength)
}

function offered({ intent, intentId, multiple, options }: Choice, scene: Scene): Option[] {
  const isLone = options.length === 1
  const taken = options.map((option) => {
    const label = option.label.trim()
    const tap = offer(scene, {
      kind: 'reply',
      label,
      answer: { intent, intentId, optionId: option.id },
      // The lone option is answered by YES, so that the numbers are left to what stands beside it.
      ...(!isLone && { number: nextNumber(scene) }),
    })
    return { ...option, label, tap }
  })
  const words = isLone ? ['yes', scene.phrases.yes, ...scene.phrases.alsoYes] : undefined
  scene.intents.push({
    intent,
    intentId,
    ...(multiple && { multiple }),
    options: taken.map(({ id, label, tap }) => ({ id, label, tap, ...(words && { words }) })),
  })
  return taken
}

function lone(choice: Choice, option: Option, scene: Scene): Draft[] {
  const { chips } = scene.profile
  const detail = option.description?.trim() ? `- ${labelled(option.label, option.description)}` : undefined
  const pictures = pictureDrafts([option])
  if (chips.max > 0 && (chips.min ?? 1) <= 1)
    return [
      ...pictures,
      { kind: 'text', runs: paragraphs([choice.prompt, detail]), chips: [chipFor(option)], path: choice.path },
    ]
  lose(scene, 'choice.as_sentence', choice.path)
  const sentence = scene.phrases.yesFor(option.label)
  return [
    ...pictures,
    { kind: 'text', runs: paragraphs([choice.prompt, detail, sentence]), chips: [], path: choice.path },
  ]
}

function chipFor({ label, tap, path }: Option): DraftChip {
  return { label, kind: 'reply', tap, path: `${path}.label` }
}

function pictureDrafts(options: readonly Option[]): Draft[] {
  return options.flatMap(({ mediaUrl, label, path }) =>
    mediaUrl ? [{ kind: 'media', url: mediaUrl, caption: label, chips: [], path: `${path}.mediaUrl` }] : [],
  )
}

function underText(choice: Choice, options: readonly Option[]): Draft {
  const details = options
    .filter(({ description }) => description?.trim())
    .map(({ label, description }) => `- ${labelled(label, description)}`)
  return {
    kind: 'text',
    runs: paragraphs([choice.prompt, lines(details)]),
    chips: options.map(chipFor),
    path: choice.path,
  }
}

function onCards(choice: Choice, options: readonly Option[], scene: Scene): Draft[] {
  const cards = options.map(({ label, description, mediaUrl, tap, path }) => ({
    title: label,
    ...(description && { description }),
    ...(mediaUrl && { mediaUrl }),
    chips: [{ label: scene.phrases.select, kind: 'reply' as const, tap, path }],
    path,
  }))
  return [
    { kind: 'text', runs: paragraphs([choice.prompt]), chips: [], path: choice.path },
    { kind: 'cards', cards, chips: [], path: choice.path },
  ]
}

function inList(choice: Choice, options: readonly Option[]): Draft {
  const rows = options.map(
    ({ label, description, mediaUrl, tap, path }): DraftRow => ({
      title: label,
      ...(description?.trim() && { description: description.trim() }),
      ...(mediaUrl && { mediaUrl }),
      tap,
      path,
    }),
  )
  return {
    kind: 'list',
    runs: literal(choice.prompt.trim()),
    rows,
    multiple: choice.multiple ?? false,
    path: choice.path,
  }
}

function numbered(choice: Choice, options: readonly Option[], scene: Scene): Draft {
  lose(scene, 'choice.numbered', choice.path)
  const rows = options.map((option) => numberedRow(option, scene))
  const text = { kind: 'text' as const, chips: [], path: choice.path }
  if (choice.multiple)
    return { ...text, runs: paragraphs([choice.prompt, lines(rows), scene.phrases.replyWithNumbers]) }
  return { ...text, runs: paragraphs([choice.prompt, lines(rows)]), byNumber: true }
}

function numberedRow({ label, description, mediaUrl, tap }: Option, scene: Scene): Run[] {
  const detail = description?.trim() ? ` - ${description.trim()}` : ''
  const text = literal(`${numberOf(scene, tap)}. ${label}${detail}`)
  return mediaUrl ? [...text, { text: ' ' }, ...link(mediaUrl)] : text
}
