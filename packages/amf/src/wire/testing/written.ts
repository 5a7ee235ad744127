import type { Channel } from '../../model/channels.ts'
import type { Bubble } from '../../render/bubble.ts'
import { getWire } from '../index.ts'
import { testWireContext } from './bubbles.ts'
import { findLimitViolations } from './limits.ts'

export type PayloadCase = [title: string, bubble: Bubble, payload: unknown]

/** Returns the payload of a bubble and asserts that the provider would accept it. */
export function writePayload(channel: Channel, bubble: Bubble): unknown {
  const payload = getWire(channel)(bubble, testWireContext)
  const found = findLimitViolations(channel, payload)
  if (found.length > 0) throw new Error(found.join('\n'))
  return payload
}
