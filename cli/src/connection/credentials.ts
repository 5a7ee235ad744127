import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Io } from '../io.ts'
import { addressOf } from './address.ts'

/** What the first start of a Parley has left here for its operator; what is used of it. */
export type Credentials = { url: string; key: string; org?: string; agent?: string }

/** Undefined where there is none that can be used. */
export function readCredentials({ env, folder }: Pick<Io, 'env' | 'folder'>): Credentials | undefined {
  try {
    const file = resolve(folder, env.DATA_DIR || 'data', 'credentials.json')
    const { baseUrl, apiKey, org, agent } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const url = addressOf(String(baseUrl))
    if (!url || typeof apiKey !== 'string') return undefined
    return { url, key: apiKey, org: textOf(org), agent: textOf(agent) }
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
