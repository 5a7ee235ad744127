import { wireFrom } from './builders.ts'

export const twilioSms = wireFrom({
  channel: 'sms',
  chipsUnder: [],
  builders: { text: ({ text }) => ({ Body: text.marked }) },
})
