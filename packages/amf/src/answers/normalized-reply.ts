import { normalizeText, splitWords } from './normalize-text.ts'

/** What was typed, or a piece of it, ready to be compared. */
export type NormalizedText = { text: string; folded: string }

/** A whole reply is held against every open question, so its words are taken apart once. */
export type NormalizedReply = NormalizedText & { words: readonly string[] }

export const toNormalizedText = (text: string): NormalizedText => ({ text, folded: normalizeText(text) })

export const toNormalizedReply = (text: string): NormalizedReply => ({
  ...toNormalizedText(text),
  words: splitWords(text),
})
