import { readLocalCredentials } from '../../connection/credentials.ts'
import { defaultGatewayUrl, isSameServer, parseGatewayUrlOption } from '../../connection/server-url.ts'
import { validateSecret } from '../../connection/validate-secret.ts'
import { usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'

/** The gateway, and the token of the agent that events are heard of. */
export type GatewayAccess = { url: string; token: string }
type ListenOptions = { gateway?: string; token?: string; agent?: string }

/** By the options, the environment, or what a first start has left here for its demo agent. */
export function resolveGatewayAccess(options: ListenOptions, io: Pick<Io, 'env' | 'workingDirectory'>): GatewayAccess {
  const { env } = io
  const own = validateSecret('access token', options.token || env.PARLEY_ACCESS_TOKEN)
  const named = parseGatewayUrlOption(options.gateway || env.PARLEY_GATEWAY_URL)
  if (own) return { url: named ?? defaultGatewayUrl, token: own }
  const { gatewayUrl: url, accessToken, agent } = readLocalCredentials(io) ?? {}
  const token = validateSecret('access token', accessToken)
  const meant = options.agent || env.PARLEY_AGENT
  // A token is told to nobody but whom it is of.
  if (!token || !url || (named && !isSameServer(named, url)) || (meant && meant !== agent)) throw usageError(noToken)
  return { url: named ?? url, token }
}

const noToken =
  'There is no access token of the agent: set PARLEY_ACCESS_TOKEN. `POST …/agents/{agent}/gateway/_rotateAccessToken` ' +
  'makes one and ends the one before; `parley start` keeps that of its demo agent in data/credentials.json'
