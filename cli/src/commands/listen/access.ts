import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isSame } from '../../connection/address.ts'
import { misused } from '../../exit.ts'
import type { Io } from '../../io.ts'

const usualGateway = 'http://127.0.0.1:4400'

/** The gateway, and the token of the agent that events are heard of. */
export type Access = { url: string; token: string }
type Asked = { gateway?: string; token?: string; agent?: string }
type World = Pick<Io, 'env' | 'folder'>

/** By the options, the environment, or what a first start has left here for its demo agent. */
export function accessOf(asked: Asked, world: World): Access {
  const { env } = world
  const own = asked.token || env.PARLEY_ACCESS_TOKEN
  const named = addressOf(asked.gateway || env.PARLEY_GATEWAY_URL)
  if (own) return { url: named ?? usualGateway, token: tokenOf(own) }
  const kept = keptHere(world)
  const agent = asked.agent || env.PARLEY_AGENT
  // A token is told to nobody but whom it is of.
  const isOurs = kept && (!named || isSame(named, kept.url)) && (!agent || agent === kept.agent)
  if (!isOurs) throw misused(noToken)
  return { url: named ?? kept.url, token: tokenOf(kept.token) }
}

const noToken =
  'There is no access token of the agent: set PARLEY_ACCESS_TOKEN. `POST …/agents/{agent}/gateway/_rotateAccessToken` ' +
  'makes one and ends the one before; `parley start` keeps that of its demo agent in data/credentials.json'

function keptHere({ env, folder }: World): (Access & { agent?: string }) | undefined {
  try {
    const file = resolve(folder, env.DATA_DIR || 'data', 'credentials.json')
    const { gatewayUrl, agentAccessToken, agent } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    if (typeof agentAccessToken !== 'string' || typeof gatewayUrl !== 'string') return undefined
    const url = addressOf(gatewayUrl)
    return url === undefined
      ? undefined
      : { url, token: agentAccessToken, agent: typeof agent === 'string' ? agent : undefined }
  } catch {
    return undefined
  }
}

/** With or without the `/v4`. */
function addressOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const { protocol, origin, pathname, username } = URL.canParse(text) ? new URL(text) : noUrl
  if (/^https?:$/.test(protocol) && username === '') return origin + pathname.replace(/\/+$/, '').replace(/\/v4$/, '')
  throw misused(
    'The address of the gateway (--gateway or PARLEY_GATEWAY_URL) must be like https://gateway.example.com, without a password',
  )
}
const noUrl = { protocol: '', origin: '', pathname: '', username: '' }

/** One that cannot be sent would be printed by what refuses it. */
function tokenOf(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw misused('The access token has a space, a line break or a letter that no token has')
}

/** `http://localhost:3000/hook`, or shorter: `localhost:3000/hook`, `3000`. */
export function targetOf(text: string): string {
  const whole = /^\d{1,5}(\/|$)/.test(text) ? `localhost:${text}` : text
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(whole) ? whole : `http://${whole}`
  const { protocol, username, hostname } = URL.canParse(url) ? new URL(url) : { ...noUrl, hostname: '' }
  if (/^https?:$/.test(protocol) && hostname !== '' && username === '') return new URL(url).href
  throw misused('--forward-to takes an address like http://localhost:3000/hook, or a port, without a password')
}
