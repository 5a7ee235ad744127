import { usageError } from '../exit.ts'
import type { Io } from '../io.ts'

import { type ConnectionArguments, defaultUrl, isSameServer, parseUrlOption, validateSecret } from './options.ts'
import { readLocalCredentials, resolveProfile, resolveProfileName, type SavedConnection } from './profiles.ts'

type SettingsIo = Pick<Io, 'env' | 'workingDirectory' | 'home'>

/**
 * The server and key of a command, resolved from its options, the environment, a profile, or credentials saved here.
 */
export type ConnectionSettings = Omit<SavedConnection, 'key'> & {
  key?: string
  /** Describes where the key comes from. */
  from: string
}
type SettingsSource = SavedConnection & { from: string }

export function resolveSettings(args: ConnectionArguments, io: SettingsIo): ConnectionSettings {
  // A named profile takes precedence over the environment.
  const env = args.profile ? {} : io.env
  const own = args.key || env.PARLEY_API_KEY
  // A key is only ever sent to its own server: saved connections, some of which may have come with a repository, supply
  // no address for a different key.
  const saved = findSavedConnection(args, io).filter(({ key }) => !own || key === own)
  const url = parseUrlOption(args.url || env.PARLEY_URL) ?? saved[0]?.url ?? defaultUrl
  const ours = saved.find((one) => isSameServer(one.url, url))
  return {
    ...{ url, key: validateSecret('API key', own || ours?.key), gatewayUrl: ours?.gatewayUrl },
    from: args.key ? '--key' : own ? 'PARLEY_API_KEY' : (ours?.from ?? 'nowhere'),
    ...agentOf(args, { env, saved: ours }),
  }
}

/** The same, for commands that need a key. */
export function resolveSettingsWithKey(
  args: ConnectionArguments,
  io: SettingsIo,
): ConnectionSettings & { key: string } {
  const { key, ...settings } = resolveSettings(args, io)
  if (key) return { ...settings, key }
  throw usageError(
    'There is no API key: set PARLEY_API_KEY, or sign in with `parley login`. `parley start` stores the first one in data/credentials.json',
  )
}

/** In order of precedence. */
function findSavedConnection(args: ConnectionArguments, io: SettingsIo): SettingsSource[] {
  const profile = resolveProfile(args, io)
  const credentials = args.profile || io.env.PARLEY_PROFILE ? undefined : readLocalCredentials(io)
  return [
    ...(profile ? [{ ...profile, from: `the profile ${resolveProfileName(args, io)}` }] : []),
    ...(credentials ? [{ ...credentials, from: 'data/credentials.json' }] : []),
  ]
}

/** A saved org and agent apply only together with their own key, and the agent only in its own org. */
function agentOf(
  args: ConnectionArguments,
  { env, saved }: { env: Io['env']; saved?: SavedConnection },
): Pick<ConnectionSettings, 'org' | 'agent'> {
  const org = args.org || env.PARLEY_ORG || saved?.org
  const agent = args.agent || env.PARLEY_AGENT || (org === saved?.org ? saved?.agent : undefined)
  return { org, agent }
}
