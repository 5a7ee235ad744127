import type { Channel } from '../../model/channels.ts'
import type { Bubble } from '../../render/bubble.ts'
import { wireOf } from '../index.ts'
import { context } from './bubbles.ts'
import { violations } from './limits.ts'

export type PayloadCase = [title: string, bubble: Bubble, payload: unknown]

/** The payload of a bubble, which must also be one that the provider takes. */
export function written(channel: Channel, bubble: Bubble): unknown {
  const payload = wireOf(channel)(bubble, context)
  const found = violations(channel, payload)
  if (found.length > 0) throw new Error(found.join('\n'))
  return payload
}
