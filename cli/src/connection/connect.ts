import { readFileSync } from 'node:fs'
import { type AgentClient, type OrgClient, Parley } from '@parley/sdk'
import { usageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { truncateToWidth } from '../layout/width.ts'
import { formatCountOf, toPrintable } from '../text/printable.ts'
import type { ConnectionArguments } from './options.ts'
import { type ConnectionSettings, resolveSettingsWithKey } from './settings.ts'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

export const { version } = JSON.parse(manifest) as { version: string }
export const userAgent = `parley-cli/${version}`

type ConnectIo = Pick<Io, 'env' | 'workingDirectory' | 'home' | 'fetch' | 'sleep' | 'addSecret'>

type ParleyConnection = { parley: Parley; settings: ConnectionSettings & { key: string } }
type OrgConnection = ParleyConnection & { org: string; client: OrgClient }
export type AgentConnection = ParleyConnection & { org: string; agent: string; client: AgentClient }

export const createCliClient = ({ url, key }: { url: string; key: string }, { fetch, sleep }: ConnectIo): Parley =>
  new Parley({
    url,
    apiKey: key,
    fetch,
    sleep,
    userAgent,
    redirect: 'error',
  })

/** Connects to the selected server, for requests outside any org. */
export function connectToParley(args: ConnectionArguments, io: ConnectIo): ParleyConnection {
  const settings = resolveSettingsWithKey(args, io)
  io.addSecret(settings.key)
  return { parley: createCliClient(settings, io), settings }
}

/** Connects to the selected org; defaults to the key's own org. */
export async function connectToOrg(args: ConnectionArguments, io: ConnectIo): Promise<OrgConnection> {
  const { parley, settings } = connectToParley(args, io)
  const org = settings.org ?? (await parley.get('/me')).org.id
  return { parley, settings, org, client: parley.org(org) }
}

/** Connects to the selected agent; defaults to the only one in the org. */
export async function connectToAgent(args: ConnectionArguments, io: ConnectIo): Promise<AgentConnection> {
  const { parley, settings, org, client } = await connectToOrg(args, io)
  const agent = settings.agent ?? (await onlyAgent(client, org))
  return { parley, settings, org, agent, client: client.agent(agent) }
}

/** Like `connectToAgent`, for calls of the configuration: with `--draft`, they read and write that draft. */
export async function connectToConfiguration(args: ConnectionArguments, io: ConnectIo): Promise<AgentConnection> {
  const connection = await connectToAgent(args, io)
  const { client } = connection
  return args.draft === undefined ? connection : { ...connection, client: client.draft(args.draft) }
}

async function onlyAgent(client: OrgClient, org: string): Promise<string> {
  const { data } = await client.get('/agents', { query: { limit: 20 } })
  const [only, ...others] = data
  if (!only) throw usageError(`The org ${toPrintable(org)} has no agents yet`)
  if (others.length === 0) return only.id
  const names = truncateToWidth(data.map(({ id }) => toPrintable(id)).join(', '), 300)
  throw usageError(
    `Select an agent with --agent or PARLEY_AGENT. The org has ${formatCountOf(data.length, 'agent')}: ${names}`,
  )
}

export async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
