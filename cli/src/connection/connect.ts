import { type AgentClient, type OrgClient, Parley } from '@parley/sdk'
import { usageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { truncateToWidth } from '../layout/width.ts'
import { formatCountOf, toPrintable } from '../text/printable.ts'
import type { ConnectionArguments } from './options.ts'
import { resolveSettingsWithKey, type ConnectionSettings } from './settings.ts'
import { userAgent } from './user-agent.ts'

type ConnectIo = Pick<Io, 'env' | 'folder' | 'home' | 'fetch' | 'sleep' | 'addSecret'>

type ParleyConnection = { parley: Parley; settings: ConnectionSettings & { key: string } }
type OrgConnection = ParleyConnection & { org: string; at: OrgClient }
export type AgentConnection = ParleyConnection & { org: string; agent: string; at: AgentClient }

/** Talks to a Parley as whoever holds the key. */
export const createCliClient = ({ url, key }: { url: string; key: string }, { fetch, sleep }: ConnectIo): Parley =>
  new Parley({
    url,
    apiKey: key,
    fetch,
    sleep,
    userAgent,
    redirect: 'error',
  })

/** The Parley that is meant, for what is of no org. */
export function connectToParley(asked: ConnectionArguments, io: ConnectIo): ParleyConnection {
  const settings = resolveSettingsWithKey(asked, io)
  io.addSecret(settings.key)
  return { parley: createCliClient(settings, io), settings }
}

/** The org that is meant: where nobody says which, the one that the key is of. */
export async function connectToOrg(asked: ConnectionArguments, io: ConnectIo): Promise<OrgConnection> {
  const { parley, settings } = connectToParley(asked, io)
  const org = settings.org ?? (await parley.get('/me')).org.id
  return { parley, settings, org, at: parley.org(org) }
}

/** The agent that is meant: where nobody says which, the only one. */
export async function connectToAgent(asked: ConnectionArguments, io: ConnectIo): Promise<AgentConnection> {
  const { parley, settings, org, at } = await connectToOrg(asked, io)
  const agent = settings.agent ?? (await onlyAgent(at, org))
  return { parley, settings, org, agent, at: at.agent(agent) }
}

async function onlyAgent(at: OrgClient, org: string): Promise<string> {
  const { data } = await at.get('/agents', { query: { limit: 20 } })
  const [only, ...others] = data
  if (!only) throw usageError(`The org ${toPrintable(org)} has no agent yet`)
  if (others.length === 0) return only.id
  const names = truncateToWidth(data.map(({ id }) => toPrintable(id)).join(', '), 300)
  throw usageError(`Say which agent by --agent or PARLEY_AGENT. The org has ${formatCountOf(data.length, 'agent')}: ${names}`)
}
