import type { Channel } from '@parley/amf'
import { words } from '#words/handset.ts'

/** As the messages have them; written here so that a page that only names them need not load the renderer. */
export const channels = [
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

export const channelNames: Readonly<Record<Channel, string>> = words.channels
