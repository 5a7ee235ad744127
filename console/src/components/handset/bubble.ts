import type { Affordance, Channel, SmsSize, TextRun } from '@parley/amf'

export type { Channel }
export type BubbleDeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** A chip below a bubble or on a card; a tap refers to its `index`. */
export type ChipView = { label: string; kind: string; index?: number } & Pick<Affordance, 'url' | 'phone'>
export type MediaView = { url: string; kind: 'image' | 'video' | 'audio' | 'file'; name?: string }
export type CardView = { title?: string; description?: TextRun[]; picture?: string; chips: ChipView[] }
export type RowView = { label: string; description?: string; picture?: string; index?: number }
export type PickerView = { kind: 'list' | 'times'; button?: string; multiple: boolean; rows: RowView[] }
export type LocationView = { name?: string; address?: string; latitude?: number; longitude?: number }

export type MessageView = {
  text?: TextRun[]
  media?: MediaView[]
  cards?: CardView[]
  picker?: PickerView
  location?: LocationView
  chips?: ChipView[]
}

/** One line on the phone: a message of the agent or the person, or a note between them. */
export type HandsetBubble = MessageView & {
  id: string
  from: 'agent' | 'person' | 'note'
  /** All of its text, without formatting marks. */
  plain: string
  messageId?: string
  sms?: SmsSize
  at?: string
  delivery?: BubbleDeliveryState
  /** Why delivery failed. */
  error?: string
  /** From before this conversation. */
  earlier?: boolean
  /** For notes: a simulated effect, a warning, or a new day. */
  tone?: 'effect' | 'warning' | 'day'
}

/** A tap on one option, or on several of a multiple-choice list. */
export type TapEvent = { messageId: string; indexes: number[]; labels: string[] }
