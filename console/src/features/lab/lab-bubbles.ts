import { type BubbleView, createPostback } from '@parley/amf'
import {
  createPersonBubble,
  type HandsetBubble,
  type TapEvent,
  toRenderedBubbles,
} from '../../components/handset/bubbles.ts'
import type { LabAction, LabMessage } from './lab-client.ts'

/** A bubble of the lab, with the message for its footer. */
export type LabBubble = HandsetBubble & { message: LabMessage }

/** Converts the messages of a handset to bubbles. A message of several bubbles has several entries. */
export function toLabBubbles(messages: readonly LabMessage[]): LabBubble[] {
  return messages.map((message, index) => {
    const id = `${message.messageId} ${index}`
    return { ...toBubble(message), id, message }
  })
}

function toBubble({ messageId, at, direction, native, text, view, state }: LabMessage): HandsetBubble {
  if (direction === 'in') return createPersonBubble({ id: messageId, text, at, media: sentMediaOf(native) })
  const [bubble] = toRenderedBubbles([{ text, view }], { messageId, at, delivery: state })
  return bubble as HandsetBubble
}

/** The person's own event is stored as it was sent. */
function sentMediaOf(event: unknown): { url: string; mediaType?: string } | undefined {
  const { type, url, mediaType } = (event ?? {}) as { type?: string; url?: string; mediaType?: string }
  return type === 'media' && url !== undefined ? { url, mediaType } : undefined
}

/** A tap on a chip, or a choice from a list or of a time. */
export function toTapEvent({ messageId, indexes, labels }: TapEvent, bubbles: readonly LabBubble[]): LabAction {
  const [first = '', ...others] = indexes.map((tap) => createPostback(messageId, tap))
  const isPicked = bubbles.some(
    ({ message, view }) => message.messageId === messageId && view && choicesOf(view).includes(indexes[0] ?? -1),
  )
  if (!isPicked) return { type: 'tap', label: first || (labels[0] ?? ''), messageId }
  return { type: 'pick', id: first, ...(others.length > 0 && { also: others }) }
}

function choicesOf(view: BubbleView): number[] {
  const choices = view.kind === 'list' ? view.rows : view.kind === 'times' ? view.slots : []
  return choices.map(({ tap }) => tap)
}
