import type { TextSection } from '../passages.ts'

export type ReaderContent = { bytes: Uint8Array; charset?: string }

/** Turns the bytes of one content type into sections. Throws UnreadableSourceError for content it cannot parse. */
export type Reader = (content: ReaderContent) => Iterable<TextSection> | Promise<Iterable<TextSection>>
