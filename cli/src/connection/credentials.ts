import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Io } from '../io.ts'
import { parseServerUrl } from './server-url.ts'

/** Somebody's way into a Parley: what a first start has left here for its operator, or a profile of `parley login`. */
export type SavedConnection = { url: string; key: string; org?: string; agent?: string; gatewayUrl?: string }
/** And for the gateway: the access token of the agent. */
export type LocalCredentials = SavedConnection & { accessToken?: string }

/** Undefined where there is none that can be used. */
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

/** What can be used of a file that somebody may have written by hand. */
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
