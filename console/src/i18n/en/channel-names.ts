import type { Channel } from '@parley/amf'

/** As the catalog of channels has them. */
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

/** Of one that a later version knows, its id. */
export const channelName = (channel: string): string => (channelNames as Record<string, string>)[channel] ?? channel
