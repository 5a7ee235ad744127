import { type Ending, misused } from '../exit.ts'
import { type Api, apiOf } from '../http/api.ts'
import { Refused } from '../http/refused.ts'
import type { Io } from '../io.ts'
import { counted, plain, shortened } from '../text/plain.ts'
import { addressOf, isSame } from './address.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import type { ConnectionAsked } from './options.ts'

const usualUrl = 'http://127.0.0.1:4000'

/** Whom a command talks to, and with which key: by its options, the environment, or what is kept here. */
export type Settings = { url: string; key: string; org?: string; agent?: string }
export type AgentAt = { api: Api; org: string; agent: string; path: string }

export function settingsOf(asked: ConnectionAsked, io: Pick<Io, 'env' | 'folder'>): Settings {
  const { env } = io
  const own = asked.key || env.PARLEY_API_KEY
  const found = readCredentials(io)
  // A key is told to nobody but whom it is of: what lies here, which may have come with a repository, names no address
  // for another one.
  const kept = own && own !== found?.key ? undefined : found
  const url = urlOf(asked.url || env.PARLEY_URL) ?? kept?.url ?? usualUrl
  const ours = kept && isSame(kept.url, url) ? kept : undefined
  return { url, key: keyOf(own || ours?.key), ...agentOf(asked, { env, kept: ours }) }
}

type Beside = { env: Io['env']; kept?: Credentials }

/** What is kept here is of its own key: with another one, or in another org, it says nothing. */
function agentOf(asked: ConnectionAsked, { env, kept }: Beside): Pick<Settings, 'org' | 'agent'> {
  const org = asked.org || env.PARLEY_ORG || kept?.org
  const agent = asked.agent || env.PARLEY_AGENT || (org === kept?.org ? kept?.agent : undefined)
  return { org, agent }
}

function urlOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = addressOf(text)
  if (!url) {
    throw misused(
      'The address of Parley (--url or PARLEY_URL) must be like https://parley.example.com, without a password',
    )
  }
  return url
}

function keyOf(key: string | undefined): string {
  if (!key) {
    throw misused(
      'There is no API key: set PARLEY_API_KEY, or name one by --key. `npm start` keeps the first one in data/credentials.json',
    )
  }
  // Such a header cannot be sent, and what refuses it would print it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw misused('The API key has a space, a line break or a letter that no key has')
  return key
}

/** Finds out what was not said: an org that the key is of, and an agent that is the only one. */
export async function connect(settings: Settings, io: Pick<Io, 'fetch' | 'sleep'>): Promise<AgentAt> {
  const api = apiOf(settings, io)
  const org = settings.org ?? (await heldBy(api))
  const agent = settings.agent ?? (await onlyAgent(api, org))
  return { api, org, agent, path: `/orgs/${encodeURIComponent(org)}/agents/${encodeURIComponent(agent)}` }
}

async function heldBy(api: Api): Promise<string> {
  const { org } = await api.get<{ org: { id: string } }>('/me').catch(unwelcome)
  return org.id
}

async function onlyAgent(api: Api, org: string): Promise<string> {
  const path = `/orgs/${encodeURIComponent(org)}/agents?limit=20`
  const { data } = await api.get<{ data: { id: string }[] }>(path).catch(unwelcome)
  const [only, ...others] = data
  if (!only) throw misused(`The org ${plain(org)} has no agent yet`)
  if (others.length === 0) return only.id
  const names = shortened(data.map(({ id }) => plain(id)).join(', '), 300)
  throw misused(`Say which agent by --agent or PARLEY_AGENT. The org has ${counted(data.length, 'agent')}: ${names}`)
}

/** What is to be mended where a key does not open the door; other trouble stays what it is. */
export function unwelcome(error: unknown): never {
  throw error instanceof Refused ? (misuseOf(error) ?? error) : error
}

export function misuseOf({ status, code, message }: Refused): Ending | undefined {
  if (status === 401)
    return misused('The API key is not accepted: it may be mistyped, expired, revoked, or of another Parley')
  if (status === 403)
    return misused(`The API key may not do this: ${plain(message)}. Tests take the scopes agents:read and agents:write`)
  if (status !== 404 || code !== 'resource.not_found') return undefined
  return misused('There is no such agent, or the API key is of another org: look at --org and --agent')
}
