import {
  type AdapterBinding,
  type AdapterSendResult,
  type AdapterTools,
  DispatchFailedError,
  type OutboundBubble,
} from '../../adapter.ts'
import { requireJsonAnswer } from '../call.ts'
import { type Fields, readFields } from '../webhook-request.ts'
import { callTwilio } from './api.ts'
import { messageParameter } from './webhook.ts'

/** The content of a message as fields of Twilio's form. */
export type TwilioContent = Readonly<Record<string, unknown>>

/**
 * Builds the form of one message. Sender, recipient and status callback are always ours, whatever `content` contains.
 */
function buildTwilioForm(
  content: TwilioContent,
  to: string,
  { binding, id }: { binding: AdapterBinding; id: string },
): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(content)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null)
        form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
  for (const name of ['From', 'MessagingServiceSid']) form.delete(name)
  form.set('To', to)
  form.set(...resolveSender(binding))
  form.set('StatusCallback', `${binding.callbackUrl}?${new URLSearchParams({ [messageParameter]: id })}`)
  return form
}

/** Prefers the messaging service, which knows the number that it last used for the person. */
export function resolveSender({ auth }: AdapterBinding): ['MessagingServiceSid' | 'From', string] {
  if (auth.messagingServiceSid) return ['MessagingServiceSid', auth.messagingServiceSid]
  if (auth.from) return ['From', auth.from]
  throw new DispatchFailedError('credentials', 'Neither a sender number nor a messaging service is set')
}

const contentFields = ['Body', 'MediaUrl', 'ContentSid']

/** Returns the native Twilio body; if it has no content, the plain text. */
function resolveTwilioContent({ native, text }: Pick<OutboundBubble, 'native' | 'text'>): TwilioContent {
  const content = readFields(native)
  if (contentFields.some((name) => content[name] !== undefined && content[name] !== '')) return content
  if (text !== '') return { Body: text }
  throw new DispatchFailedError('rejected', 'The message has no content that Twilio can send')
}

/**
 * Twilio supports rich content only in templates created in advance. RCS content is sent as text and one file: all
 * text, links and pictures remain, and the person can type the chip labels as replies.
 */
function flattenRcsContent(contentMessage: Fields): TwilioContent {
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

/** Describes the action of a tap as readable text. */
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

export type TwilioMessage = { to: string; content: TwilioContent }

export const toSmsMessage = (outgoing: OutboundBubble): TwilioMessage => ({
  to: outgoing.to,
  content: resolveTwilioContent(outgoing),
})

/** The prefix keeps Twilio from falling back to SMS by itself: the gateway chooses the fallback. */
export function toRcsMessage({ native, text, to }: OutboundBubble): TwilioMessage {
  const { contentMessage } = readFields(native)
  const body = contentMessage === undefined ? native : flattenRcsContent(readFields(contentMessage))
  return { to: `rcs:${to}`, content: resolveTwilioContent({ native: body, text }) }
}

export async function postMessage(
  { channelMessageId }: OutboundBubble,
  { to, content }: TwilioMessage,
  at: { binding: AdapterBinding; tools: AdapterTools },
): Promise<AdapterSendResult> {
  const form = buildTwilioForm(content, to, { binding: at.binding, id: channelMessageId })
  const answer = await callTwilio('/Messages.json', form, at)
  // 201 comes from Twilio itself; any other unreadable response may come from a proxy.
  if (answer.status !== 201) requireJsonAnswer('Twilio', answer)
  return { channelMessageId }
}
