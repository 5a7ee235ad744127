import type { Channel } from '@parley/amf'

export const channelNames: Readonly<Record<Channel, string>> = {
  rcs: 'RCS',
  sms: 'SMS',
  webchat: 'Chat web',
  messengerA: 'WhatsApp',
  messengerB: 'Messenger',
  socialC: 'Instagram',
  vendorMessages: 'Apple Messages for Business',
  workchatD: 'Slack',
  aiChatE: 'Assistant IA',
}

/** Falls back to the id, for a channel of a newer version. */
export const channelName = (channel: string): string => (channelNames as Record<string, string>)[channel] ?? channel
