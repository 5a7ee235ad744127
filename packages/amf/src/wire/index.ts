import type { Channel } from '../model/channels.ts'
import { apple } from './apple.ts'
import { googleRbm } from './google-rbm.ts'
import { instagram } from './instagram.ts'
import { messenger } from './messenger.ts'
import { plain } from './plain.ts'
import { slack } from './slack.ts'
import { twilioSms } from './twilio-sms.ts'
import { webchat } from './webchat.ts'
import { whatsapp } from './whatsapp.ts'
import type { Wire } from './wire.ts'

const wires: Record<Channel, Wire> = {
  rcs: googleRbm,
  sms: twilioSms,
  webchat,
  messengerA: whatsapp,
  messengerB: messenger,
  socialC: instagram,
  vendorMessages: apple,
  workchatD: slack,
  aiChatE: plain,
}

export function wireOf(channel: Channel): Wire {
  return wires[channel]
}
