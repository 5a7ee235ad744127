import { createWire } from './builders.ts'

/** All we know about the brand behind aiChatE is that it accepts text. */
export const plainTextWire = createWire({
  channel: 'aiChatE',
  chipsUnder: [],
  builders: { text: ({ text }) => ({ text: text.marked }) },
})

export const twilioSmsWire = createWire({
  channel: 'sms',
  chipsUnder: [],
  builders: { text: ({ text }) => ({ Body: text.marked }) },
})
