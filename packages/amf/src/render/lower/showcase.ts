import { formatFieldPath } from '@parley/findings'
import type { Showcase } from '../../model/parts.ts'
import { type TextRun, toLiteralRuns } from '../../text/runs.ts'
import type { Draft, DraftCard, DraftChip, DraftRow, TextDraft } from '../draft.ts'
import { formatMoney } from '../format.ts'
import { addAffordance, type RenderContext, recordLoss, revealNumber, takeNextNumber } from '../render-context.ts'
import { draftChips } from './chips.ts'
import { joinParagraphs, joinTextLines, toBoldRuns, toLinkRuns } from './lines.ts'

type Item = Showcase['items'][number]
type Shown = { title: string; detail: string; mediaUrl?: string; chips: DraftChip[]; tap: number; path: string }

/**
 * Renders a carousel with Select chips, cards, a list, or a numbered digest. A single item is a plain card without
 * Select.
 */
export function lowerShowcase(part: Showcase, path: string, context: RenderContext): Draft[] {
  const items = offerItems(part, path, context)
  const { card, carousel, listPicker } = context.profile
  const prompt: Draft = { kind: 'text', runs: joinParagraphs([part.prompt]), chips: [], path: `${path}.prompt` }
  if (card || carousel) {
    const cards = items.map((item) => cardOf(item, items.length > 1, context))
    return [prompt, { kind: 'cards', cards, chips: [], path }]
  }
  if (listPicker && items.length > 1 && items.length <= listPicker.max) {
    const list: Draft = {
      kind: 'list',
      runs: toLiteralRuns(part.prompt.trim()),
      rows: items.map(rowOf),
      multiple: false,
      path,
    }
    return [list, ...chipDrafts(items, path)]
  }
  return toDigestText(part, path, items, context)
}

/** Items get the first numbers and their chips the next ones, so that the digest counts 1, 2, 3. */
function offerItems(part: Showcase, path: string, context: RenderContext): Shown[] {
  const { type: intent, intentId } = part
  const isLone = part.items.length === 1
  const items = part.items.map((item, at) => ({
    item,
    title: item.title.trim(),
    path: formatFieldPath([`${path}.items`, at]),
    tap: addAffordance(context, {
      kind: 'reply',
      label: item.title.trim(),
      answer: { intent, intentId, optionId: item.id },
      ...(!isLone && { number: takeNextNumber(context) }),
    }),
  }))
  const words = isLone ? { words: ['yes', context.phrases.yes, ...context.phrases.alsoYes] } : {}
  context.intents.push({
    intent,
    intentId,
    options: items.map(({ item: { id }, title: label, tap }) => ({ id, label, tap, ...words })),
  })
  return items.map(({ item, title, path: at, tap }) => ({
    title,
    detail: detailOf(item, context.locale),
    ...(item.mediaUrl && { mediaUrl: item.mediaUrl }),
    chips: draftChips(item.chips, `${at}.`, context),
    tap,
    path: at,
  }))
}

function detailOf({ price, description }: Item, locale: string): string {
  return [price && formatMoney(price, locale), description?.trim()].filter(Boolean).join('\n')
}

function cardOf(
  { title, detail, mediaUrl, chips, tap, path }: Shown,
  withSelect: boolean,
  context: RenderContext,
): DraftCard {
  const select: DraftChip = { label: context.phrases.select, kind: 'reply', tap, path }
  return {
    title,
    ...(detail && { description: detail }),
    ...(mediaUrl && { mediaUrl }),
    chips: withSelect ? [select, ...chips] : chips,
    path,
  }
}

function rowOf({ title, detail, mediaUrl, tap, path }: Shown): DraftRow {
  return {
    title,
    ...(detail && { description: detail.replace('\n', ' - ') }),
    ...(mediaUrl && { mediaUrl }),
    tap,
    path,
  }
}

/** List rows cannot carry chips, so the chips follow under their item's title. */
function chipDrafts(items: readonly Shown[], path: string): Draft[] {
  return items
    .filter(({ chips }) => chips.length > 0)
    .map(({ title, chips }) => ({ kind: 'text', runs: toBoldRuns(title), chips, path, tight: true }))
}

/**
 * Links appear with their item; replies follow after all items, because their numbers come after the items' numbers.
 */
function toDigestText(part: Showcase, path: string, items: readonly Shown[], context: RenderContext): Draft[] {
  recordLoss(context, 'cards.as_text', path)
  const isLone = items.length === 1
  const text = (runs: TextRun[], chips: DraftChip[] = []): TextDraft => ({
    kind: 'text',
    runs,
    chips,
    path,
    tight: true,
  })
  const of = (isReply: boolean, { chips }: Shown) => chips.filter(({ kind }) => (kind === 'reply') === isReply)
  return [
    { ...text(joinParagraphs([part.prompt])), ...(!isLone && { byNumber: true }) },
    ...items.map((item) => text(entryOf(item, isLone, context), of(false, item))),
    ...items.filter((item) => of(true, item).length > 0).map((item) => text(toBoldRuns(item.title), of(true, item))),
  ]
}

function entryOf({ title, detail, mediaUrl, tap }: Shown, isLone: boolean, context: RenderContext): TextRun[] {
  const name = isLone ? title : `${revealNumber(context, tap)}. ${title}`
  return joinTextLines([name, detail, mediaUrl ? toLinkRuns(mediaUrl) : undefined])
}
