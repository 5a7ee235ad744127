import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createIncompleteError, usageError } from '../exit.ts'
import type { Io } from '../io.ts'
import { toPrintable } from '../text/printable.ts'
import { type ConnectionArguments, parseServerUrl } from './options.ts'

/** Saved access to a server: the operator credentials of a first start here, or a `parley login` profile. */
export type SavedConnection = { url: string; key: string; org?: string; agent?: string; gatewayUrl?: string }
/** Adds the agent's access token for the gateway. */
type LocalCredentials = SavedConnection & { accessToken?: string }

/** Returns undefined if there are no usable credentials. */
export function readLocalCredentials({
  env,
  workingDirectory,
}: Pick<Io, 'env' | 'workingDirectory'>): LocalCredentials | undefined {
  try {
    const file = resolve(workingDirectory, env.DATA_DIR || 'data', 'credentials.json')
    const { baseUrl, apiKey, agentAccessToken, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    const saved = parseSavedConnection({ ...rest, url: baseUrl, key: apiKey })
    return saved && { ...saved, accessToken: textOf(agentAccessToken) }
  } catch {
    return undefined
  }
}

/** Extracts the usable fields of a file that a user may have edited by hand. */
function parseSavedConnection(value: unknown): SavedConnection | undefined {
  const { url, key, org, agent, gatewayUrl } = (value ?? {}) as Record<string, unknown>
  const address = parseServerUrl(String(url))
  if (!address || typeof key !== 'string') return undefined
  return {
    ...{ url: address, key, org: textOf(org), agent: textOf(agent) },
    gatewayUrl: parseServerUrl(String(gatewayUrl ?? '')),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

type ProfileIo = Pick<Io, 'env' | 'home'>

/** The data that `parley login` saves: access to a server, and the key's id if logging out may revoke the key. */
export type LoginProfile = SavedConnection & { keyId?: string; expiresAt?: string }

export const defaultProfile = 'default'

export const getProfilesFile = ({ env, home }: ProfileIo): string =>
  join(env.XDG_CONFIG_HOME || join(home, '.config'), 'parley', 'config.json')

export const resolveProfileName = (args: ConnectionArguments, { env }: Pick<Io, 'env'>): string =>
  profileNameOf(args.profile || env.PARLEY_PROFILE || defaultProfile)

function profileNameOf(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name) && name !== '__proto__') return name
  throw usageError('A profile name has 1 to 64 letters, digits, dots, dashes and underscores')
}

/** Returns the selected profile; throws if a named profile does not exist. */
export function resolveProfile(args: ConnectionArguments, io: ProfileIo): LoginProfile | undefined {
  const name = resolveProfileName(args, io)
  const found = readProfiles(io)[name]
  if (found || (!args.profile && !io.env.PARLEY_PROFILE)) return found
  throw usageError(`Unknown profile ${toPrintable(name)}: \`parley login --profile ${toPrintable(name)}\` creates it`)
}

export function readProfiles(io: ProfileIo): Record<string, LoginProfile> {
  try {
    const { profiles } = JSON.parse(readFileSync(getProfilesFile(io), 'utf8')) as { profiles?: object }
    const read = Object.entries(profiles ?? {}).flatMap(([name, value]) => {
      const saved = parseSavedConnection(value)
      const { keyId, expiresAt } = value as LoginProfile
      return saved ? [[name, { ...saved, keyId, expiresAt }]] : []
    })
    return Object.fromEntries(read)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw usageError(`${getProfilesFile(io)} could not be read: fix it, or delete it and sign in again`)
  }
}

/** Saves or deletes a profile, in a file that only its owner can read. */
export function writeProfile(name: string, profile: LoginProfile | undefined, io: ProfileIo): string {
  const file = getProfilesFile(io)
  const { [name]: _, ...others } = readProfiles(io)
  const profiles = profile ? { ...others, [name]: profile } : others
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    chmodSync(dirname(file), 0o700)
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    throw createIncompleteError(`${file} could not be written: ${(error as NodeJS.ErrnoException).code}`)
  }
  return file
}
