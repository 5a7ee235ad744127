import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { writePrivately } from './data-folder.ts'

/** What the first start hands out (document 4, section 1): kept here, readable by the operator alone, and nowhere else. */
export const Credentials = z.object({
  baseUrl: z.string(),
  gatewayUrl: z.string(),
  org: z.string(),
  apiKey: z.string(),
  sysopKey: z.string(),
  console: z.object({ email: z.string(), password: z.string() }),
  agent: z.string().optional(),
  agentAccessToken: z.string().optional(),
})
export type Credentials = z.infer<typeof Credentials>
/** With what is shown once and kept nowhere. */
export type FirstCredentials = Credentials & { emulatorUrl?: string }

export type Addresses = Pick<Credentials, 'baseUrl' | 'gatewayUrl'>

export function credentialsFile({ dataDir }: Config): string {
  return join(dataDir, 'credentials.json')
}

export function addressesOf({ publicUrl, gatewayPublicUrl }: Config): Addresses {
  return { baseUrl: `${publicUrl}/v1`, gatewayUrl: `${gatewayPublicUrl}/v4` }
}

export function writeCredentials(config: Config, credentials: Credentials): void {
  writePrivately(credentialsFile(config), `${JSON.stringify(Credentials.parse(credentials), null, 2)}\n`)
}

export type Read =
  | { kind: 'read'; credentials: Credentials }
  | { kind: 'missing' }
  | { kind: 'damaged'; reason: string }

export function readCredentials(config: Config): Read {
  try {
    const text = readFileSync(credentialsFile(config), 'utf8')
    return { kind: 'read', credentials: Credentials.parse(JSON.parse(text)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'missing' }
    return { kind: 'damaged', reason: error instanceof z.ZodError ? 'a field is missing' : (error as Error).message }
  }
}

/** Ports may have changed since the file was written; its keys have not. */
export function refreshAddresses(config: Config, kept: Credentials): Credentials {
  const current = { ...kept, ...addressesOf(config) }
  if (current.baseUrl !== kept.baseUrl || current.gatewayUrl !== kept.gatewayUrl) writeCredentials(config, current)
  return current
}
