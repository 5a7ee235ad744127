import { gatewayUrlOf, isSame, usualGatewayUrl } from '../../connection/address.ts'
import { readCredentials } from '../../connection/credentials.ts'
import { sendable } from '../../connection/token.ts'
import { misused } from '../../exit.ts'
import type { Io } from '../../io.ts'

/** The gateway, and the token of the agent that events are heard of. */
export type Access = { url: string; token: string }
type Asked = { gateway?: string; token?: string; agent?: string }

/** By the options, the environment, or what a first start has left here for its demo agent. */
export function accessOf(asked: Asked, world: Pick<Io, 'env' | 'folder'>): Access {
  const { env } = world
  const own = sendable('access token', asked.token || env.PARLEY_ACCESS_TOKEN)
  const named = gatewayUrlOf(asked.gateway || env.PARLEY_GATEWAY_URL)
  if (own) return { url: named ?? usualGatewayUrl, token: own }
  const { gatewayUrl: url, accessToken, agent } = readCredentials(world) ?? {}
  const token = sendable('access token', accessToken)
  const meant = asked.agent || env.PARLEY_AGENT
  // A token is told to nobody but whom it is of.
  if (!token || !url || (named && !isSame(named, url)) || (meant && meant !== agent)) throw misused(noToken)
  return { url: named ?? url, token }
}

const noToken =
  'There is no access token of the agent: set PARLEY_ACCESS_TOKEN. `POST …/agents/{agent}/gateway/_rotateAccessToken` ' +
  'makes one and ends the one before; `parley start` keeps that of its demo agent in data/credentials.json'
