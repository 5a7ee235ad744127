import type { Channel } from '@parley/amf'
import { strings } from '#i18n/handset.ts'

/**
 * The same names as in the messages package, repeated here so that a page that only lists channels does not load the
 * renderer.
 */
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
