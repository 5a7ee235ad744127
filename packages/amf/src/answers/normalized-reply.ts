import { normalizeText, splitWords } from './normalize-text.ts'

export type NormalizedText = { text: string; folded: string }

/** A whole reply is compared with every open question, so it is split into words once. */
export type NormalizedReply = NormalizedText & { words: readonly string[] }

export const toNormalizedText = (text: string): NormalizedText => ({ text, folded: normalizeText(text) })

export const toNormalizedReply = (text: string): NormalizedReply => ({
  ...toNormalizedText(text),
  words: splitWords(text),
})
