import { type AgentClient, type OrgClient, Parley } from '@parley/sdk'
import { misused } from '../exit.ts'
import type { Io } from '../io.ts'
import { shortened } from '../layout/width.ts'
import { counted, plain } from '../text/plain.ts'
import type { ConnectionAsked } from './options.ts'
import { keyedSettings, type Settings } from './settings.ts'
import { userAgent } from './user-agent.ts'

type World = Pick<Io, 'env' | 'folder' | 'home' | 'fetch' | 'sleep' | 'hush'>

type ParleyAt = { parley: Parley; settings: Settings & { key: string } }
type OrgAt = ParleyAt & { org: string; at: OrgClient }
export type AgentAt = ParleyAt & { org: string; agent: string; at: AgentClient }

/** Talks to a Parley as whoever holds the key. */
export const clientOf = ({ url, key }: { url: string; key: string }, { fetch, sleep }: World): Parley =>
  new Parley({
    url,
    apiKey: key,
    fetch,
    sleep,
    userAgent,
    redirect: 'error',
  })

/** The Parley that is meant, for what is of no org. */
export function toParley(asked: ConnectionAsked, io: World): ParleyAt {
  const settings = keyedSettings(asked, io)
  io.hush(settings.key)
  return { parley: clientOf(settings, io), settings }
}

/** The org that is meant: where nobody says which, the one that the key is of. */
export async function toOrg(asked: ConnectionAsked, io: World): Promise<OrgAt> {
  const { parley, settings } = toParley(asked, io)
  const org = settings.org ?? (await parley.get('/me')).org.id
  return { parley, settings, org, at: parley.org(org) }
}

/** The agent that is meant: where nobody says which, the only one. */
export async function toAgent(asked: ConnectionAsked, io: World): Promise<AgentAt> {
  const { parley, settings, org, at } = await toOrg(asked, io)
  const agent = settings.agent ?? (await onlyAgent(at, org))
  return { parley, settings, org, agent, at: at.agent(agent) }
}

async function onlyAgent(at: OrgClient, org: string): Promise<string> {
  const { data } = await at.get('/agents', { query: { limit: 20 } })
  const [only, ...others] = data
  if (!only) throw misused(`The org ${plain(org)} has no agent yet`)
  if (others.length === 0) return only.id
  const names = shortened(data.map(({ id }) => plain(id)).join(', '), 300)
  throw misused(`Say which agent by --agent or PARLEY_AGENT. The org has ${counted(data.length, 'agent')}: ${names}`)
}
