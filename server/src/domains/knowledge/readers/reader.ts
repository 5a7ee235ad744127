import type { TextSection } from '../passages.ts'

export type ReaderContent = { bytes: Uint8Array; charset?: string }

/** Turns the bytes of one content type into sections. Throws UnreadableSourceError for content it cannot parse. */
export type Reader = (content: ReaderContent) => Iterable<TextSection> | Promise<Iterable<TextSection>>

/** The source cannot be read as it is, so a retry is pointless. The message is shown to the person who added it. */
export class UnreadableSourceError extends Error {}

export class SourceUnavailableError extends Error {}
