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
