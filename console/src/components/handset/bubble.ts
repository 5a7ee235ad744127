import type { Affordance, Channel, SmsSize, TextRun } from '@parley/amf'

export type { Channel }
export type BubbleDeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** What stands below a bubble or on a card; `index` is what a tap on it names. */
export type ChipView = { label: string; kind: string; index?: number } & Pick<Affordance, 'url' | 'phone'>
export type MediaView = { url: string; kind: 'image' | 'video' | 'audio' | 'file'; name?: string }
export type CardView = { title?: string; description?: TextRun[]; picture?: string; chips: ChipView[] }
export type RowView = { label: string; description?: string; picture?: string; index?: number }
export type PickerView = { kind: 'list' | 'times'; button?: string; multiple: boolean; rows: RowView[] }
export type LocationView = { name?: string; address?: string; latitude?: number; longitude?: number }

/** What one message of a channel shows. */
export type MessageView = {
  text?: TextRun[]
  media?: MediaView[]
  cards?: CardView[]
  picker?: PickerView
  location?: LocationView
  chips?: ChipView[]
}

/** One line of a phone: what the agent or the person said, or a note between them. */
export type HandsetBubble = MessageView & {
  id: string
  from: 'agent' | 'person' | 'note'
  /** All that is read of it, without marks. */
  plain: string
  messageId?: string
  sms?: SmsSize
  at?: string
  delivery?: BubbleDeliveryState
  /** Why it did not arrive. */
  error?: string
  /** Said before this conversation. */
  earlier?: boolean
  /** Of a note: something that would have been done, or that went wrong. */
  tone?: 'effect' | 'warning' | 'day'
}

/** What was tapped: one thing, or several of a list that takes several. */
export type TapEvent = { messageId: string; indexes: number[]; labels: string[] }
