import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { overlapQuery } from '../../../platform/secrets/tokens.ts'
import type { AgentDeps } from '../deps.ts'
import { GatewayResponse, issueAccessToken, issueSigningSecret, readGateway } from '../gateway.ts'
import { lockAgent } from '../queries.ts'
import { readAccess, writeAccess } from './section.ts'

const tag = 'Gateway credentials'
const AccessToken = z
  .strictObject({ accessToken: z.string() })
  .meta({ id: 'AccessToken', examples: [{ accessToken: 'at-…' }] })
const SigningSecret = z
  .strictObject({ signingSecret: z.string() })
  .meta({ id: 'SigningSecret', examples: [{ signingSecret: 'ss-…' }] })

export function gatewayRoutes({ keyring, labUrl }: AgentDeps): Route[] {
  return [
    agentRoute({
      ...readAccess,
      tag,
      method: 'GET',
      path: '/gateway',
      summary: "Read the agent's gateway settings",
      response: GatewayResponse,
      handle: ({ tx, agent }) => readGateway(tx, agent, labUrl),
    }),
    agentRoute({
      ...writeAccess,
      tag,
      method: 'POST',
      path: '/gateway/_rotateAccessToken',
      summary: 'Issue a new access token; the old one stops working at once, or after an overlap',
      query: overlapQuery,
      response: AccessToken,
      guardedBy: '',
      find: ({ tx, agent }) => lockAgent(tx, agent),
      handle: async ({ tx, agent, query, world }) => ({
        accessToken: await issueAccessToken(tx, agent, world, query.overlapMinutes),
      }),
    }),
    agentRoute({
      ...writeAccess,
      tag,
      method: 'POST',
      path: '/gateway/_rotateSigningSecret',
      summary: 'Issue a new signing secret; the old one stops working at once, or after an overlap',
      description: 'During an overlap, `X-Svc-Signature` carries a signature by each of both, separated by a comma.',
      query: overlapQuery,
      response: SigningSecret,
      guardedBy: '',
      find: ({ tx, agent }) => lockAgent(tx, agent),
      handle: async ({ tx, agent, query, world }) => {
        const { overlapMinutes = 0 } = query
        return { signingSecret: await issueSigningSecret(tx, agent, { keyring, world, overlapMinutes }) }
      },
    }),
  ]
}
