import type { Channel } from '../model/channels.ts'
import { appleWire } from './apple.ts'
import type { Wire } from './builders.ts'
import { googleRbmWire } from './google-rbm.ts'
import { instagramWire, messengerWire } from './meta-send-api.ts'
import { plainTextWire, twilioSmsWire } from './plain.ts'
import { slackWire } from './slack.ts'
import { webchatWire } from './webchat.ts'
import { whatsappWire } from './whatsapp.ts'

const wires: Record<Channel, Wire> = {
  rcs: googleRbmWire,
  sms: twilioSmsWire,
  webchat: webchatWire,
  messengerA: whatsappWire,
  messengerB: messengerWire,
  socialC: instagramWire,
  vendorMessages: appleWire,
  workchatD: slackWire,
  aiChatE: plainTextWire,
}

export function getWire(channel: Channel): Wire {
  return wires[channel]
}
