import type { Channel } from '@parley/amf'

/** The same names as in the channel catalog. */
export const channelNames = {
  rcs: 'RCS',
  sms: 'SMS',
  webchat: 'Web chat',
  messengerA: 'WhatsApp',
  messengerB: 'Messenger',
  socialC: 'Instagram',
  vendorMessages: 'Apple Messages for Business',
  workchatD: 'Slack',
  aiChatE: 'AI assistant',
} satisfies Record<Channel, string>

/** Falls back to the id, for a channel of a newer version. */
export const channelName = (channel: string): string => (channelNames as Record<string, string>)[channel] ?? channel
