import { createWire } from './builders.ts'

export const twilioSmsWire = createWire({
  channel: 'sms',
  chipsUnder: [],
  builders: { text: ({ text }) => ({ Body: text.marked }) },
})
