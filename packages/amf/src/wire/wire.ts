import type { Bubble } from '../render/bubble.ts'

export type WireContext = {
  /** Returns the payload that comes back when the affordance is tapped or picked; at most 200 bytes. */
  postback(tap: number): string
}

/**
 * Builds the provider's request body for a bubble, without the recipient: the adapter adds addresses and credentials.
 */
export type Wire = (bubble: Bubble, context: WireContext) => unknown
