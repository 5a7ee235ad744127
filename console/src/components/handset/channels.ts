import type { Channel } from '@parley/amf'
import { strings } from '#i18n/handset.ts'

/** As the messages have them; written here so that a page that only names them need not load the renderer. */
export const handsetChannels = [
  'rcs',
  'sms',
  'webchat',
  'messengerA',
  'messengerB',
  'socialC',
  'vendorMessages',
  'workchatD',
  'aiChatE',
] as const satisfies readonly Channel[]

export const handsetChannelNames: Readonly<Record<Channel, string>> = strings.channels
