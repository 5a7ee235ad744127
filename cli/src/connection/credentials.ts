import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Io } from '../io.ts'
import { parseServerUrl } from './server-url.ts'

/** Saved access to a server: the operator credentials of a first start here, or a `parley login` profile. */
export type SavedConnection = { url: string; key: string; org?: string; agent?: string; gatewayUrl?: string }
/** Adds the agent's access token for the gateway. */
export type LocalCredentials = SavedConnection & { accessToken?: string }

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
export function parseSavedConnection(value: unknown): SavedConnection | undefined {
  const { url, key, org, agent, gatewayUrl } = (value ?? {}) as Record<string, unknown>
  const address = parseServerUrl(String(url))
  if (!address || typeof key !== 'string') return undefined
  return {
    ...{ url: address, key, org: textOf(org), agent: textOf(agent) },
    gatewayUrl: parseServerUrl(String(gatewayUrl ?? '')),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
