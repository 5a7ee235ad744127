import { formatFieldPath } from '@parley/findings'
import type { AskChoice, AskLocation, AskTime } from '../../model/parts.ts'
import type { Draft } from '../draft.ts'
import { formatTimeValues } from '../format.ts'
import { addAffordance, type RenderContext, recordLoss, takeNextNumber } from '../render-context.ts'
import { lowerChoice } from './choice.ts'
import { joinParagraphs, joinTextLines } from './lines.ts'

const ordinaryMinutes = 30

export function lowerAskTime(part: AskTime, path: string, context: RenderContext): Draft[] {
  const { chips, listPicker } = context.profile
  const isOnChips = chips.max >= part.slots.length && !listPicker
  const times = formatTimeValues(
    part.slots.map(({ start }) => start),
    context.locale,
    isOnChips ? chips.labelMaxLength : undefined,
  )
  if (context.profile.timePicker && part.slots.length > 1) return [picker(part, path, times, context)]
  recordLoss(context, 'times.as_choice', path)
  const options = part.slots.map(({ id, label }, at) => {
    const own = ownLabel(label, times[at])
    return {
      id,
      label: own ?? times[at] ?? id,
      ...(own && { description: times[at] ?? '' }),
      path: formatFieldPath([`${path}.slots`, at]),
    }
  })
  const { intentId, prompt } = part
  return lowerChoice({ intent: part.type, intentId, prompt, options, path }, context)
}

/** Drops a label that only repeats the time. */
function ownLabel(label: string | undefined, time: string | undefined): string | undefined {
  const own = label?.trim()
  return own && own !== time ? own : undefined
}

/** The picker shows the times themselves; the agent's own labels precede it. */
function picker(part: AskTime, path: string, times: readonly string[], context: RenderContext): Draft {
  const { intentId, type: intent } = part
  const slots = part.slots.map(({ id, start, label }, at) => {
    const shownLabel = label?.trim() || (times[at] ?? id)
    const answer = { intent, intentId, optionId: id }
    return {
      id,
      start,
      label: shownLabel,
      tap: addAffordance(context, { kind: 'reply', label: shownLabel, number: takeNextNumber(context), answer }),
    }
  })
  context.intents.push({ intent, intentId, options: slots.map(({ id, label, tap }) => ({ id, label, tap })) })
  const labels = part.slots.map(({ label }, at) => {
    const own = ownLabel(label, times[at])
    return own && `- ${own}: ${times[at]}`
  })
  return {
    kind: 'times',
    runs: joinParagraphs([part.prompt, joinTextLines(labels)]),
    durationMinutes: part.durationMinutes ?? ordinaryMinutes,
    slots,
    path,
  }
}

export function lowerAskChoice(part: AskChoice, path: string, context: RenderContext): Draft[] {
  const options = part.options.map((option, at) => ({ ...option, path: formatFieldPath([`${path}.options`, at]) }))
  return lowerChoice({ ...part, intent: part.type, options, path }, context)
}

export function lowerAskLocation(part: AskLocation, path: string, context: RenderContext): Draft[] {
  const { profile, phrases } = context
  if (!profile.locationRequest) {
    recordLoss(context, 'location.as_text', path)
    return [{ kind: 'text', runs: joinParagraphs([part.prompt, phrases.replyWithAddress]), chips: [], path }]
  }
  const label = phrases.shareLocation
  const tap = addAffordance(context, { kind: 'shareLocation', label })
  if (profile.locationRequest === 'message')
    return [{ kind: 'locationRequest', runs: joinParagraphs([part.prompt]), tap, path }]
  return [
    { kind: 'text', runs: joinParagraphs([part.prompt]), chips: [{ label, kind: 'shareLocation', tap, path }], path },
  ]
}
