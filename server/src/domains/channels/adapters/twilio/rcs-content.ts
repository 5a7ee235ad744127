import { type Fields, readFields } from '../payload-reader.ts'
import type { TwilioContent } from './send.ts'

/**
 * Twilio has no rich content in a message itself, only in templates that are made beforehand. What was drawn for RCS goes
 * as text and one file: every word, link and picture of it stays, and the labels of its chips can be typed as answers.
 */
export function flattenRcsContent(contentMessage: Fields): TwilioContent {
  const { text, contentInfo, richCard, suggestions } = contentMessage
  const { standaloneCard, carouselCard } = readFields(richCard)
  const { cardContent } = readFields(standaloneCard)
  const { cardContents } = readFields(carouselCard)
  const file = fileIn(contentInfo) ?? fileIn(readFields(readFields(cardContent).media).contentInfo)
  const pieces = [
    typeof text === 'string' ? text : '',
    cardText(cardContent),
    ...listOf(cardContents).map((card) =>
      lines([cardText(card), fileIn(readFields(readFields(card).media).contentInfo)]),
    ),
    suggestionsText(suggestions),
  ]
  const body = pieces.filter(Boolean).join('\n\n')
  return { ...(body !== '' && { Body: body }), ...(file !== undefined && { MediaUrl: file }) }
}

function fileIn(contentInfo: unknown): string | undefined {
  const { fileUrl } = readFields(contentInfo)
  return typeof fileUrl === 'string' ? fileUrl : undefined
}

function cardText(card: unknown): string {
  const { title, description, suggestions } = readFields(card)
  return lines([title, description, suggestionsText(suggestions)])
}

function suggestionsText(suggestions: unknown): string {
  return lines(listOf(suggestions).map(suggestionText))
}

function suggestionText(suggestion: unknown): string {
  const { reply, action } = readFields(suggestion)
  const { text } = readFields(reply ?? action)
  const does = action === undefined ? '' : actionText(readFields(action))
  return `- ${[text, does].filter((part) => typeof part === 'string' && part !== '').join(': ')}`
}

/** What a tap would do, as something to read. */
function actionText({ openUrlAction, dialAction, viewLocationAction, createCalendarEventAction }: Fields): unknown {
  if (openUrlAction) return readFields(openUrlAction).url
  if (dialAction) return readFields(dialAction).phoneNumber
  if (viewLocationAction) return placeText(readFields(viewLocationAction))
  if (createCalendarEventAction) return eventText(readFields(createCalendarEventAction))
  return ''
}

function placeText({ latLong, label, query }: Fields): string {
  const { latitude, longitude } = readFields(latLong)
  const where = latLong === undefined ? query : `${latitude},${longitude}`
  const link = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(String(where))}`
  return [label, link].filter(Boolean).join(' ')
}

function eventText({ title, description, startTime, endTime }: Fields): string {
  return [title, [startTime, endTime].filter(Boolean).join(' - '), description].filter(Boolean).join(', ')
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function lines(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n')
}
