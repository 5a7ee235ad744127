import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { writePrivateFile } from './data-folder.ts'

/** The credentials that the first start generates. Stored only in this file, readable only by the operator. */
export const InstallationCredentials = z.object({
  baseUrl: z.string(),
  gatewayUrl: z.string(),
  org: z.string(),
  apiKey: z.string(),
  sysopKey: z.string(),
  console: z.object({ email: z.string(), password: z.string() }),
  agent: z.string().optional(),
  agentAccessToken: z.string().optional(),
})
export type InstallationCredentials = z.infer<typeof InstallationCredentials>
/** Includes the emulator URL, which is shown once and not stored. */
export type FirstStartCredentials = InstallationCredentials & { emulatorUrl?: string }

export type InstallationUrls = Pick<InstallationCredentials, 'baseUrl' | 'gatewayUrl'>

export function getCredentialsPath({ dataDir }: Config): string {
  return join(dataDir, 'credentials.json')
}

export function installationUrlsOf({ publicUrl, gatewayPublicUrl }: Config): InstallationUrls {
  return { baseUrl: `${publicUrl}/v1`, gatewayUrl: `${gatewayPublicUrl}/v4` }
}

export function writeCredentialsFile(config: Config, credentials: InstallationCredentials): void {
  writePrivateFile(
    getCredentialsPath(config),
    `${JSON.stringify(InstallationCredentials.parse(credentials), null, 2)}\n`,
  )
}

export type CredentialsFileState =
  | { kind: 'read'; credentials: InstallationCredentials }
  | { kind: 'missing' }
  | { kind: 'damaged'; reason: string }

export function readCredentialsFile(config: Config): CredentialsFileState {
  try {
    const text = readFileSync(getCredentialsPath(config), 'utf8')
    return { kind: 'read', credentials: InstallationCredentials.parse(JSON.parse(text)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'missing' }
    return { kind: 'damaged', reason: error instanceof z.ZodError ? 'a field is missing' : (error as Error).message }
  }
}

/** Updates the URLs: ports may have changed since the file was written, its keys have not. */
export function refreshCredentialsUrls(config: Config, stored: InstallationCredentials): InstallationCredentials {
  const current = { ...stored, ...installationUrlsOf(config) }
  if (current.baseUrl !== stored.baseUrl || current.gatewayUrl !== stored.gatewayUrl)
    writeCredentialsFile(config, current)
  return current
}
