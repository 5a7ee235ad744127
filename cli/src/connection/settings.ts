import { misused } from '../exit.ts'
import type { Io } from '../io.ts'
import { isSame, urlOf, usualUrl } from './address.ts'
import { type Kept, readCredentials } from './credentials.ts'
import type { ConnectionAsked } from './options.ts'
import { profileName, profileOf } from './profiles.ts'
import { sendable } from './token.ts'

type World = Pick<Io, 'env' | 'folder' | 'home'>

/** Whom a command talks to, and with which key: by its options, the environment, a profile, or what is kept here. */
export type Settings = Omit<Kept, 'key'> & {
  key?: string
  /** Where the key comes from, in words. */
  from: string
}
type Source = Kept & { from: string }

export function settingsOf(asked: ConnectionAsked, world: World): Settings {
  // Whoever names a profile means it, whatever the environment says.
  const env = asked.profile ? {} : world.env
  const own = asked.key || env.PARLEY_API_KEY
  // A key is told to nobody but whom it is of: what is kept, some of which may have come with a repository, names no
  // address for another one.
  const kept = keptFor(asked, world).filter(({ key }) => !own || key === own)
  const url = urlOf(asked.url || env.PARLEY_URL) ?? kept[0]?.url ?? usualUrl
  const ours = kept.find((one) => isSame(one.url, url))
  return {
    ...{ url, key: sendable('API key', own || ours?.key), gatewayUrl: ours?.gatewayUrl },
    from: asked.key ? '--key' : own ? 'PARLEY_API_KEY' : (ours?.from ?? 'nowhere'),
    ...agentOf(asked, { env, kept: ours }),
  }
}

/** The same for what cannot do without a key. */
export function keyedSettings(asked: ConnectionAsked, world: World): Settings & { key: string } {
  const { key, ...settings } = settingsOf(asked, world)
  if (key) return { ...settings, key }
  throw misused(
    'There is no API key: set PARLEY_API_KEY, or sign in by `parley login`. `parley start` keeps the first one in data/credentials.json',
  )
}

/** In the order in which they count. */
function keptFor(asked: ConnectionAsked, world: World): Source[] {
  const profile = profileOf(asked, world)
  const credentials = asked.profile || world.env.PARLEY_PROFILE ? undefined : readCredentials(world)
  return [
    ...(profile ? [{ ...profile, from: `the profile ${profileName(asked, world)}` }] : []),
    ...(credentials ? [{ ...credentials, from: 'data/credentials.json' }] : []),
  ]
}

/** What is kept is of its own key: with another one, or in another org, it says nothing. */
function agentOf(
  asked: ConnectionAsked,
  { env, kept }: { env: Io['env']; kept?: Kept },
): Pick<Settings, 'org' | 'agent'> {
  const org = asked.org || env.PARLEY_ORG || kept?.org
  const agent = asked.agent || env.PARLEY_AGENT || (org === kept?.org ? kept?.agent : undefined)
  return { org, agent }
}
