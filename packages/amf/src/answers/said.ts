import { fold, wordsOf } from './fold.ts'

/** What was typed, or a piece of it, ready to be compared. */
export type Said = { text: string; folded: string }

/** A whole reply is held against every open question, so its words are taken apart once. */
export type Reply = Said & { words: readonly string[] }

export const saidAs = (text: string): Said => ({ text, folded: fold(text) })

export const replyAs = (text: string): Reply => ({ ...saidAs(text), words: wordsOf(text) })
