import type { Config } from './config.ts'
import { type CredentialsFileState, credentialsPath, type FirstStartCredentials } from './credentials.ts'

/** What a person wants to know once Parley runs. The keys are shown on the first start only. */
export function formatBanner(
  config: Config,
  first: FirstStartCredentials | undefined,
  kept: CredentialsFileState,
): string {
  const { publicUrl, gatewayPublicUrl } = config
  const lines = [
    ['Console', `${publicUrl}/`],
    ['Guides', `${publicUrl}/docs`],
    ['API reference', `${publicUrl}/docs/api`],
    ['API', `${publicUrl}/v1`],
    ['Gateway', `${gatewayPublicUrl}/v4`],
    ['Handset lab', `${gatewayPublicUrl}/lab`],
    ...(first ? formatSecretLines(first) : []),
    [first ? 'Kept in' : 'Credentials', describeCredentialsFile(config, kept)],
    ['Data', config.databaseUrl ? 'the PostgreSQL of DATABASE_URL' : config.dataDir],
    ['Stop', 'Ctrl-C'],
  ] as [string, string][]
  const width = Math.max(...lines.map(([label]) => label.length))
  return `\n  Parley is running.\n\n${lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')}\n`
}

function formatSecretLines(first: FirstStartCredentials): [string, string][] {
  return [
    ['Org', first.org],
    ['Sign-in', `${first.console.email}  ${first.console.password}`],
    ['API key', first.apiKey],
    ['System key', first.sysopKey],
    ...(first.agent ? ([['Demo agent', first.agent]] as [string, string][]) : []),
    ...(first.emulatorUrl ? ([['Emulator', first.emulatorUrl]] as [string, string][]) : []),
    ...(first.agentAccessToken ? ([['Access token', first.agentAccessToken]] as [string, string][]) : []),
  ]
}

function describeCredentialsFile(config: Config, kept: CredentialsFileState): string {
  const file = credentialsPath(config)
  if (kept.kind === 'read') return file
  const renew = 'The keys in it still work; `npm run renew-credentials` issues new ones.'
  if (kept.kind === 'missing') return `not in ${file}. ${renew}`
  return `${file} cannot be read (${kept.reason}). ${renew}`
}
