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
] as const
export type Channel = (typeof channels)[number]

/** Common names of the channels, the same as in the channel catalog. */
export const channelNames: Readonly<Record<Channel, string>> = {
  rcs: 'RCS',
  sms: 'SMS',
  webchat: 'Web chat',
  messengerA: 'WhatsApp',
  messengerB: 'Messenger',
  socialC: 'Instagram',
  vendorMessages: 'Apple Messages for Business',
  workchatD: 'Slack',
  aiChatE: 'AI assistant',
}

/** Channels that the emulator and test cases play. */
export const emulatedChannels = ['rcs', 'sms', 'messengerA', 'vendorMessages'] as const satisfies readonly Channel[]
export type EmulatedChannel = (typeof emulatedChannels)[number]

/** Channels that identify a person by phone number. */
export const phoneChannels = ['rcs', 'sms', 'messengerA'] as const satisfies readonly Channel[]
export type PhoneChannel = (typeof phoneChannels)[number]

/** Channels that carriers regulate: a STOP on one covers the number on both. */
export const carrierChannels = ['rcs', 'sms'] as const satisfies readonly Channel[]
export const isCarrierChannel = (channel: Channel): boolean => carrierChannels.some((one) => one === channel)
