import { type ContentMessage, listLinks, mapLinks } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { storeTrackedLinks } from './queries.ts'

export type TrackLinksDeps = { db: Db; world: World; definitions: Pick<Definitions, 'read'>; gatewayPublicUrl: string }

/** `openingId`: the send, or a follow-up of it. */
export type TrackedOpening = { openingId: string; sendId: string }

/** Creates the function that replaces the links of an opening. */
export type TrackLinks = (
  agent: AgentKey,
  opening: TrackedOpening,
) => (message: ContentMessage) => Promise<ContentMessage>

/** The path of short links on the gateway. */
export const tapPath = '/t/'
/** About 95 bits: short, and infeasible to guess. */
const codeLetters = 16

/**
 * Replaces the links of openings by short links, if the agent tracks them. A repeated attempt gets the links of the
 * first: the message stays the same.
 */
export function createTrackLinks({ db, world, definitions, gatewayPublicUrl }: TrackLinksDeps): TrackLinks {
  const prefix = gatewayPublicUrl + tapPath
  return (agent, opening) => async (message) => {
    const { sendingSettings } = await definitions.read(db, agent)
    if (!sendingSettings.trackLinks) return message
    const urls = listLinks(message).filter((url) => !url.startsWith(prefix))
    if (urls.length === 0) return message
    const links = urls.map((url, index) => ({ url, number: index + 1, code: generateToken(world, '', codeLetters) }))
    const stored = await storeTrackedLinks(db, agent, { ...opening, links, now: world.now() })
    return mapLinks(message, (url) => {
      const code = stored.get(url)
      return code === undefined ? url : prefix + code
    })
  }
}
