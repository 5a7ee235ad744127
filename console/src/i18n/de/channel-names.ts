import type { channelNames as english } from '@parley/amf/channels'
import type { Translation } from '../translation.ts'

export const channelNames: Translation<typeof english> = {
  rcs: 'RCS',
  sms: 'SMS',
  webchat: 'Webchat',
  messengerA: 'WhatsApp',
  messengerB: 'Messenger',
  socialC: 'Instagram',
  vendorMessages: 'Apple Messages for Business',
  workchatD: 'Slack',
  aiChatE: 'KI-Assistent',
}
