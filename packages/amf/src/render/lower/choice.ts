import type { ChipSlot } from '../../profiles/profile.ts'
import { type TextRun, toLiteralRuns } from '../../text/runs.ts'
import type { Draft, DraftChip, DraftRow } from '../draft.ts'
import { guessMediaType } from '../media-type.ts'
import { addAffordance, type RenderContext, recordLoss, revealNumber, takeNextNumber } from '../render-context.ts'
import { formatLabelled, joinParagraphs, joinTextLines, toLinkRuns } from './lines.ts'

/** Shared input of ask.choice and ask.time: a prompt and the options to choose from. */
export type ChoicePrompt = {
  intent: string
  intentId: string
  prompt: string
  multiple?: boolean
  options: { id: string; label: string; description?: string; mediaUrl?: string; path: string }[]
  path: string
}
type Option = ChoicePrompt['options'][number] & { tap: number }

/**
 * Chooses the richest form the channel has for this many options. A single option is never a picker. Otherwise, in
 * order: images in a list or on cards, a list where the channel prefers it, chips, a list, and finally numbered text.
 */
export function lowerChoice(choice: ChoicePrompt, context: RenderContext): Draft[] {
  const options = offerOptions(choice, context)
  const [only] = options
  if (options.length === 1 && only) return lowerSingleOption(choice, only, context)
  const { chips, listPicker, carousel } = context.profile
  const fitsList = listPicker && options.length <= listPicker.max && (!choice.multiple || listPicker.multiple)
  const pictures = options.flatMap(({ mediaUrl }) => mediaUrl ?? [])
  const listTypes = (fitsList && listPicker.pictures) || []
  if (!choice.multiple) {
    if (pictures.length > 0 && carousel && listTypes.length === 0) return toOptionCards(choice, options, context)
    const fitsChips = options.length <= chips.max && options.length >= (chips.min ?? 1)
    const isLongList = options.length >= (listPicker?.from ?? 0) || areLong(options, chips)
    const showsAll = pictures.every((url) => listTypes.includes(guessMediaType(url)))
    const prefersList = fitsList && (pictures.length > 0 ? showsAll : isLongList)
    if (fitsChips && !prefersList) return [...pictureDrafts(options), toTextWithChips(choice, options)]
  }
  if (fitsList && (pictures.length === 0 || listTypes.length > 0)) return [toOptionList(choice, options)]
  return [toNumberedText(choice, options, context)]
}

/** Lists show longer labels than chips do. */
function areLong(options: readonly Option[], { labelMaxLength }: ChipSlot): boolean {
  return options.some(({ label }) => label.length > labelMaxLength)
}

function offerOptions({ intent, intentId, multiple, options }: ChoicePrompt, context: RenderContext): Option[] {
  const isLone = options.length === 1
  const lowered = options.map((option) => {
    const label = option.label.trim()
    const tap = addAffordance(context, {
      kind: 'reply',
      label,
      answer: { intent, intentId, optionId: option.id },
      // A single option is answered with YES, which leaves the numbers to the other parts of the message.
      ...(!isLone && { number: takeNextNumber(context) }),
    })
    return { ...option, label, tap }
  })
  const words = isLone ? ['yes', context.phrases.yes, ...context.phrases.alsoYes] : undefined
  context.intents.push({
    intent,
    intentId,
    ...(multiple && { multiple }),
    options: lowered.map(({ id, label, tap }) => ({ id, label, tap, ...(words && { words }) })),
  })
  return lowered
}

function lowerSingleOption(choice: ChoicePrompt, option: Option, context: RenderContext): Draft[] {
  const { chips } = context.profile
  const detail = option.description?.trim() ? `- ${formatLabelled(option.label, option.description)}` : undefined
  const pictures = pictureDrafts([option])
  if (chips.max > 0 && (chips.min ?? 1) <= 1)
    return [
      ...pictures,
      { kind: 'text', runs: joinParagraphs([choice.prompt, detail]), chips: [toOptionChip(option)], path: choice.path },
    ]
  recordLoss(context, 'choice.as_sentence', choice.path)
  const sentence = context.phrases.yesFor(option.label)
  return [
    ...pictures,
    { kind: 'text', runs: joinParagraphs([choice.prompt, detail, sentence]), chips: [], path: choice.path },
  ]
}

function toOptionChip({ label, tap, path }: Option): DraftChip {
  return { label, kind: 'reply', tap, path: `${path}.label` }
}

function pictureDrafts(options: readonly Option[]): Draft[] {
  return options.flatMap(({ mediaUrl, label, path }) =>
    mediaUrl ? [{ kind: 'media', url: mediaUrl, caption: label, chips: [], path: `${path}.mediaUrl` }] : [],
  )
}

function toTextWithChips(choice: ChoicePrompt, options: readonly Option[]): Draft {
  const details = options
    .filter(({ description }) => description?.trim())
    .map(({ label, description }) => `- ${formatLabelled(label, description)}`)
  return {
    kind: 'text',
    runs: joinParagraphs([choice.prompt, joinTextLines(details)]),
    chips: options.map(toOptionChip),
    path: choice.path,
  }
}

function toOptionCards(choice: ChoicePrompt, options: readonly Option[], context: RenderContext): Draft[] {
  const cards = options.map(({ label, description, mediaUrl, tap, path }) => ({
    title: label,
    ...(description && { description }),
    ...(mediaUrl && { mediaUrl }),
    chips: [{ label: context.phrases.select, kind: 'reply' as const, tap, path }],
    path,
  }))
  return [
    { kind: 'text', runs: joinParagraphs([choice.prompt]), chips: [], path: choice.path },
    { kind: 'cards', cards, chips: [], path: choice.path },
  ]
}

function toOptionList(choice: ChoicePrompt, options: readonly Option[]): Draft {
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
    runs: toLiteralRuns(choice.prompt.trim()),
    rows,
    multiple: choice.multiple ?? false,
    path: choice.path,
  }
}

function toNumberedText(choice: ChoicePrompt, options: readonly Option[], context: RenderContext): Draft {
  recordLoss(context, 'choice.numbered', choice.path)
  const rows = options.map((option) => numberedRow(option, context))
  const text = { kind: 'text' as const, chips: [], path: choice.path }
  if (choice.multiple)
    return { ...text, runs: joinParagraphs([choice.prompt, joinTextLines(rows), context.phrases.replyWithNumbers]) }
  return { ...text, runs: joinParagraphs([choice.prompt, joinTextLines(rows)]), byNumber: true }
}

function numberedRow({ label, description, mediaUrl, tap }: Option, context: RenderContext): TextRun[] {
  const detail = description?.trim() ? ` - ${description.trim()}` : ''
  const text = toLiteralRuns(`${revealNumber(context, tap)}. ${label}${detail}`)
  return mediaUrl ? [...text, { text: ' ' }, ...toLinkRuns(mediaUrl)] : text
}
