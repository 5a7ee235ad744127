import { createWire } from './builders.ts'

/** Nothing is known of the brand behind aiChatE but that it takes a text. */
export const plainTextWire = createWire({
  channel: 'aiChatE',
  chipsUnder: [],
  builders: { text: ({ text }) => ({ text: text.marked }) },
})
