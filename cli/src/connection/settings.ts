import { usageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { readLocalCredentials, type SavedConnection } from './credentials.ts'
import type { ConnectionArguments } from './options.ts'
import { profileName, resolveProfile } from './profiles.ts'
import { defaultUrl, isSameServer, parseUrlOption } from './server-url.ts'
import { validateSecret } from './validate-secret.ts'

type SettingsIo = Pick<Io, 'env' | 'workingDirectory' | 'home'>

/** Whom a command talks to, and with which key: by its options, the environment, a profile, or what is kept here. */
export type ConnectionSettings = Omit<SavedConnection, 'key'> & {
  key?: string
  /** Where the key comes from, in words. */
  from: string
}
type SettingsSource = SavedConnection & { from: string }

export function resolveSettings(args: ConnectionArguments, io: SettingsIo): ConnectionSettings {
  // Whoever names a profile means it, whatever the environment says.
  const env = args.profile ? {} : io.env
  const own = args.key || env.PARLEY_API_KEY
  // A key is told to nobody but whom it is of: what is kept, some of which may have come with a repository, names no
  // address for another one.
  const saved = findSavedConnection(args, io).filter(({ key }) => !own || key === own)
  const url = parseUrlOption(args.url || env.PARLEY_URL) ?? saved[0]?.url ?? defaultUrl
  const ours = saved.find((one) => isSameServer(one.url, url))
  return {
    ...{ url, key: validateSecret('API key', own || ours?.key), gatewayUrl: ours?.gatewayUrl },
    from: args.key ? '--key' : own ? 'PARLEY_API_KEY' : (ours?.from ?? 'nowhere'),
    ...agentOf(args, { env, kept: ours }),
  }
}

/** The same for what cannot do without a key. */
export function resolveSettingsWithKey(
  args: ConnectionArguments,
  io: SettingsIo,
): ConnectionSettings & { key: string } {
  const { key, ...settings } = resolveSettings(args, io)
  if (key) return { ...settings, key }
  throw usageError(
    'There is no API key: set PARLEY_API_KEY, or sign in by `parley login`. `parley start` keeps the first one in data/credentials.json',
  )
}

/** In the order in which they count. */
function findSavedConnection(args: ConnectionArguments, io: SettingsIo): SettingsSource[] {
  const profile = resolveProfile(args, io)
  const credentials = args.profile || io.env.PARLEY_PROFILE ? undefined : readLocalCredentials(io)
  return [
    ...(profile ? [{ ...profile, from: `the profile ${profileName(args, io)}` }] : []),
    ...(credentials ? [{ ...credentials, from: 'data/credentials.json' }] : []),
  ]
}

/** What is kept is of its own key: with another one, or in another org, it says nothing. */
function agentOf(
  args: ConnectionArguments,
  { env, kept: saved }: { env: Io['env']; kept?: SavedConnection },
): Pick<ConnectionSettings, 'org' | 'agent'> {
  const org = args.org || env.PARLEY_ORG || saved?.org
  const agent = args.agent || env.PARLEY_AGENT || (org === saved?.org ? saved?.agent : undefined)
  return { org, agent }
}
