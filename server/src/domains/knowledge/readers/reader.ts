import type { Section } from '../passages.ts'

export type Content = { bytes: Uint8Array; charset?: string }

/** Makes sections of the bytes of one content type. Throws Unreadable for what it cannot make sense of. */
export type Reader = (content: Content) => Iterable<Section> | Promise<Iterable<Section>>
