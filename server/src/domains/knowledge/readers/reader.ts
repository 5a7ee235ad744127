import type { TextSection } from '../passages.ts'

export type ReaderContent = { bytes: Uint8Array; charset?: string }

/** Makes sections of the bytes of one content type. Throws Unreadable for what it cannot make sense of. */
export type Reader = (content: ReaderContent) => Iterable<TextSection> | Promise<Iterable<TextSection>>
