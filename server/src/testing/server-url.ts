import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded.ts'

export async function testServerUrl(): Promise<string> {
  const configuredUrl = process.env.TEST_SERVER_URL
  if (configuredUrl) return configuredUrl
  const dataDir = fileURLToPath(new URL('../../../.cache/test', import.meta.url))
  // Left running on purpose: the next file reuses it, and it stops with the machine.
  const { url } = await startEmbeddedPostgres({ dataDir, durable: false })
  return url
}
