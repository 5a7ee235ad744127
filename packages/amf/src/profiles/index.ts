import type { Channel } from '../model/channels.ts'
import { aiChatE } from './ai-chat-e.ts'
import { messengerA } from './messenger-a.ts'
import { messengerB } from './messenger-b.ts'
import type { Profile } from './profile.ts'
import { rcs } from './rcs.ts'
import { sms } from './sms.ts'
import { socialC } from './social-c.ts'
import { vendorMessages } from './vendor-messages.ts'
import { webchat } from './webchat.ts'
import { workchatD } from './workchat-d.ts'

export const channelProfiles: Record<Channel, Profile> = {
  rcs,
  sms,
  webchat,
  messengerA,
  messengerB,
  socialC,
  vendorMessages,
  workchatD,
  aiChatE,
}

export function getProfile(channel: Channel): Profile {
  return channelProfiles[channel]
}
