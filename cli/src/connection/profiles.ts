import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { misused, undone } from '../exit.ts'
import type { Io } from '../io.ts'
import { plain } from '../text/plain.ts'
import { type Kept, keptOf } from './credentials.ts'
import type { ConnectionAsked } from './options.ts'

type Place = Pick<Io, 'env' | 'home'>

/** What `parley login` keeps: a way into a Parley, and the key's id where it may be revoked with the profile. */
export type Profile = Kept & { keyId?: string; expiresAt?: string }

export const usualProfile = 'default'

export const profilesFile = ({ env, home }: Place): string =>
  join(env.XDG_CONFIG_HOME || join(home, '.config'), 'parley', 'config.json')

export const profileName = (asked: ConnectionAsked, { env }: Pick<Io, 'env'>): string =>
  nameOf(asked.profile || env.PARLEY_PROFILE || usualProfile)

function nameOf(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name) && name !== '__proto__') return name
  throw misused('The name of a profile has 1 to 64 letters, digits, dots, dashes and underscores')
}

/** The profile that is meant; one that was named must be there. */
export function profileOf(asked: ConnectionAsked, place: Place): Profile | undefined {
  const name = profileName(asked, place)
  const found = readProfiles(place)[name]
  if (found || (!asked.profile && !place.env.PARLEY_PROFILE)) return found
  throw misused(`There is no profile ${plain(name)}: \`parley login --profile ${plain(name)}\` makes it`)
}

export function readProfiles(place: Place): Record<string, Profile> {
  try {
    const { profiles } = JSON.parse(readFileSync(profilesFile(place), 'utf8')) as { profiles?: object }
    const read = Object.entries(profiles ?? {}).flatMap(([name, value]) => {
      const kept = keptOf(value)
      const { keyId, expiresAt } = value as Profile
      return kept ? [[name, { ...kept, keyId, expiresAt }]] : []
    })
    return Object.fromEntries(read)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw misused(`${profilesFile(place)} cannot be read: mend it, or delete it and sign in again`)
  }
}

/** Keeps a profile, or forgets it, for its owner's eyes only. */
export function writeProfile(name: string, profile: Profile | undefined, place: Place): string {
  const file = profilesFile(place)
  const { [name]: _, ...others } = readProfiles(place)
  const profiles = profile ? { ...others, [name]: profile } : others
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    chmodSync(dirname(file), 0o700)
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    throw undone(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  }
  return file
}
