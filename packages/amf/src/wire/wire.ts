import type { Bubble } from '../render/bubble.ts'

export type WireContext = {
  /** What comes back when the affordance is tapped or picked; at most 200 bytes. */
  postback(tap: number): string
}

/** The body that a provider takes for a bubble, without whom it goes to: the adapter adds addresses and credentials. */
export type Wire = (bubble: Bubble, context: WireContext) => unknown
