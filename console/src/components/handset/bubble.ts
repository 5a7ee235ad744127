import type { BubbleView, Channel, SmsSize } from '@parley/amf'

export type { Channel }
export type BubbleDeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** One line on the phone: a message of the agent or the person, or a note between them. */
export type HandsetBubble = {
  id: string
  from: 'agent' | 'person' | 'note'
  /** All of its text, without formatting marks. */
  plain: string
  /** The content to draw; a note has only text. */
  view?: BubbleView
  messageId?: string
  sms?: SmsSize
  at?: string
  delivery?: BubbleDeliveryState
  /** Why delivery failed. */
  error?: string
  /** From before this conversation. */
  earlier?: boolean
  /** For notes: a simulated effect, a warning, a new day, or a note that only members of the desk see. */
  tone?: 'effect' | 'warning' | 'day' | 'team'
}

/** A tap on one option, or on several of a multiple-choice list. */
export type TapEvent = { messageId: string; indexes: number[]; labels: string[] }
