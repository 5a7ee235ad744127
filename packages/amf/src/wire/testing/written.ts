import type { Channel } from '../../model/channels.ts'
import type { Bubble } from '../../render/bubble.ts'
import { getWire } from '../index.ts'
import { testWireContext } from './bubbles.ts'
import { findLimitViolations } from './limits.ts'

export type PayloadCase = [title: string, bubble: Bubble, payload: unknown]

/** The payload of a bubble, which must also be one that the provider takes. */
export function writePayload(channel: Channel, bubble: Bubble): unknown {
  const payload = getWire(channel)(bubble, testWireContext)
  const found = findLimitViolations(channel, payload)
  if (found.length > 0) throw new Error(found.join('\n'))
  return payload
}
