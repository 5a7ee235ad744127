import type { Channel } from '../model/channels.ts'
import type { Bubble } from '../render/bubble.ts'
import type { Wire, WireContext } from './wire.ts'

export type BubbleKind = Bubble['kind']
export type BubbleOf<K extends BubbleKind> = Extract<Bubble, { kind: K }>

/** One function per kind of bubble that the provider supports. */
export type Builders = {
  [K in Exclude<BubbleKind, 'native'>]?: (bubble: BubbleOf<K>, context: WireContext) => object
}

export type WirePlan = {
  channel: Channel
  builders: Builders
  /** The kinds of bubble that can carry chips at the provider. */
  chipsUnder: readonly BubbleKind[]
  /** Whether media can carry a caption. */
  captions?: boolean
}

/**
 * Throws for content that the plan has no slot for: the renderer should not have produced such a bubble, and sending it
 * without its chips or caption would drop content silently.
 */
export function createWire({ channel, builders, chipsUnder, captions }: WirePlan): Wire {
  return (bubble, context) => {
    const { kind, chips } = bubble
    if (chips.length > 0 && !chipsUnder.includes(kind)) throw new Error(`${channel} has no chips under a ${kind}`)
    if (kind === 'media' && bubble.caption?.marked && !captions) throw new Error(`${channel} has no captions`)
    if (kind === 'native') return bubble.payload
    const build = builders[kind] as ((bubble: Bubble, context: WireContext) => object) | undefined
    if (!build) throw new Error(`${channel} cannot show a ${kind}`)
    return build(bubble, context)
  }
}
