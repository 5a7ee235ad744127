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
