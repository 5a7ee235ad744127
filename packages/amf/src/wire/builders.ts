import type { Channel } from '../model/channels.ts'
import type { Bubble } from '../render/bubble.ts'
import type { Wire, WireContext } from './wire.ts'

export type BubbleKind = Bubble['kind']
export type BubbleOf<K extends BubbleKind> = Extract<Bubble, { kind: K }>

/** One function per kind of bubble that the provider has a shape for. */
export type Builders = {
  [K in Exclude<BubbleKind, 'native'>]?: (bubble: BubbleOf<K>, context: WireContext) => object
}

export type WirePlan = {
  channel: Channel
  builders: Builders
  /** The kinds of bubble under which the provider can put chips. */
  chipsUnder: readonly BubbleKind[]
  /** Media carry their caption. */
  captions?: boolean
}

/**
 * What the plan has no place for is refused: the renderer should not have made such a bubble, and to send it without
 * its chips or its caption would drop content without a word.
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
