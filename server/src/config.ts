import { resolve } from 'node:path'
import type { z } from 'zod'

import { type ModelChoices, resolveModelChoices } from './platform/model-choice.ts'
import { listOAuthProviders, type OAuthClient, type OAuthProvider } from './platform/oauth-providers.ts'
import {
  choiceSetting,
  choicesSetting,
  choiceWithDefaultSetting,
  describeInvalidSetting,
  encryptionKeySetting,
  hostsSetting,
  httpUrlSetting,
  httpUrlWithDefaultSetting,
  mailSenderSetting,
  mailServerUrlSetting,
  microsoftTenantSetting,
  optionalSwitchSetting,
  portSetting,
  providerRatesSetting,
  providerUrlsSetting,
  proxiesSetting,
  type Setting,
  secretTextSetting,
  switchSetting,
  textSetting,
  textWithDefaultSetting,
  toolUrlsSetting,
  wholeNumberSetting,
} from './platform/setting-kinds.ts'
import { databaseSettings, modelSettings, oidcSettings } from './platform/settings.ts'

/** Every setting, read and validated once. An invalid one stops the startup with a sentence that says how to fix it. */

const roleNames = ['api', 'gateway', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

/** All settings. A test compares `docs/configuration.md` with this table. */
export const settings = {
  PORT: { ...portSetting(4000), description: 'port of the management API and the console', example: '4000' },
  GATEWAY_PORT: { ...portSetting(4400), description: 'port of the messaging gateway', example: '4400' },
  HOST: { ...textWithDefaultSetting('127.0.0.1'), description: 'address to bind to', example: '0.0.0.0' },
  DATA_DIR: {
    ...textWithDefaultSetting('./data'),
    description: 'folder of the embedded database, keys and media',
    example: './data',
  },
  ...databaseSettings,
  ROLES: {
    ...choicesSetting(roleNames),
    description: 'roles of this process: a comma-separated list of api, gateway and worker',
    example: 'api,gateway',
  },
  PUBLIC_URL: {
    ...httpUrlSetting,
    description: 'public URL of the API and the console',
    example: 'https://parley.example.com',
  },
  GATEWAY_PUBLIC_URL: {
    ...httpUrlSetting,
    description: 'public URL of the gateway',
    example: 'https://gateway.example.com',
  },
  SECRET_KEY: {
    ...encryptionKeySetting,
    description: 'encryption key for secrets, 64 hex digits; default: generated and stored in DATA_DIR/keys',
    example: '$(openssl rand -hex 32)',
  },
  SECRET_KEY_PREVIOUS: {
    ...encryptionKeySetting,
    description: 'the current key, while npm run rotate-secret-key switches to a new SECRET_KEY',
    example: '$(cat previous-secret-key)',
  },
  ...oidcSettings,
  OAUTH_GOOGLE_CLIENT_ID: {
    ...textSetting,
    description: 'id of your Google OAuth client, for connections and tools',
    example: '123-abc.apps.googleusercontent.com',
  },
  OAUTH_GOOGLE_CLIENT_SECRET: {
    ...secretTextSetting,
    description: 'secret of that client',
    example: 'your-client-secret',
  },
  OAUTH_MICROSOFT_CLIENT_ID: {
    ...textSetting,
    description: 'id of your Microsoft app registration, for connections and tools',
    example: '00000000-0000-0000-0000-000000000000',
  },
  OAUTH_MICROSOFT_CLIENT_SECRET: {
    ...secretTextSetting,
    description: 'secret of that registration',
    example: 'your-client-secret',
  },
  OAUTH_MICROSOFT_TENANT: {
    ...microsoftTenantSetting,
    description: 'Microsoft tenant whose accounts can be connected: an id, a domain, common or organizations',
    example: 'common',
  },
  OAUTH_RETURN_HOSTS: {
    ...hostsSetting,
    description: 'comma-separated hosts that returnTo may point to; default: the host of PUBLIC_URL',
    example: 'app.example.com,localhost:3000',
  },
  DEMO: { ...switchSetting(true), description: 'whether the first start creates a demo agent', example: 'off' },
  REAL_SENDS: {
    ...switchSetting(true),
    description:
      'whether sends, follow-ups and campaigns reach real people; if off, they wait, and only rehearsals run',
    example: 'off',
  },
  LAB: {
    ...optionalSwitchSetting,
    description: 'whether the handset lab is available; default: on, but off with NODE_ENV=production',
    example: 'on',
  },
  ALLOW_PRIVATE_NETWORK: {
    ...switchSetting(false),
    description: 'whether outbound calls may reach private addresses',
    example: 'on',
  },
  TRUST_PROXY: {
    ...proxiesSetting,
    description: 'addresses or ranges of proxies whose X-Forwarded-For header is trusted',
    example: '10.0.0.0/8',
  },
  GEOCODER: {
    ...choiceWithDefaultSetting(['none', 'google', 'nominatim'], 'none'),
    description: 'geocoding service for addresses: none, google or nominatim',
    example: 'nominatim',
  },
  GEOCODER_KEY: {
    ...secretTextSetting,
    description: 'API key of the geocoder; required for google',
    example: 'your-api-key',
  },
  GEOCODER_URL: {
    ...httpUrlSetting,
    description: 'URL of the geocoder, if not the public one',
    example: 'https://nominatim.example.com',
  },
  SMTP_URL: {
    ...mailServerUrlSetting,
    description: 'mail server for agents without their own provider: smtp:// (STARTTLS if offered) or smtps://',
    example: 'smtps://user:password@mail.example.com',
  },
  MAIL_FROM: {
    ...mailSenderSetting,
    description: 'sender of that mail: an address, or a name and an address',
    example: 'Harbour Bikes <bookings@example.com>',
  },
  MAILGUN_URL: {
    ...httpUrlWithDefaultSetting('https://api.mailgun.net'),
    description: 'URL of the Mailgun API, for agents that use it',
    example: 'https://api.eu.mailgun.net',
  },
  SENDGRID_URL: {
    ...httpUrlWithDefaultSetting('https://api.sendgrid.com'),
    description: 'URL of the SendGrid API, for agents that use it',
    example: 'https://api.eu.sendgrid.com',
  },
  CHANNEL_APIS: {
    ...providerUrlsSetting,
    description: "comma-separated URLs that replace those of channel providers' APIs, for regions and proxies",
    example: 'twilio=https://api.ie1.twilio.com',
  },
  TOOL_APIS: {
    ...toolUrlsSetting,
    description: 'comma-separated URLs that replace those of the APIs of catalog tools, for regions and proxies',
    example: '@svc/tool.hubspot-contact=https://hubspot-proxy.example.com',
  },
  OAUTH_APIS: {
    ...providerUrlsSetting,
    description: 'comma-separated URLs that replace the authorization and token servers of OAuth providers',
    example: 'google=https://oauth-proxy.example.com',
  },
  BATCH_RATES: {
    ...providerRatesSetting,
    description:
      'comma-separated bulk messages per second that each channel provider accepts from one binding, as agreed with it',
    example: 'google-rbm=300,twilio=100',
  },
  UNKNOWN_OUTCOME_MINUTES: {
    ...wholeNumberSetting({ min: 1, max: 720, fallback: 10 }),
    description: 'minutes that a message with an unknown dispatch outcome stays open',
    example: '10',
  },
  ...modelSettings,
  WARM_UP: {
    ...switchSetting(true),
    description:
      'whether a process warms up for about two seconds before it serves requests; if off, its first responses are slower',
    example: 'off',
  },
  HISTORY_DAYS: {
    ...wholeNumberSetting({ min: 1, max: 3650, fallback: 180 }),
    description: 'days that conversations and the audit log are retained',
    example: '90',
  },
  LOG_LEVEL: {
    ...choiceSetting(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    description: 'log level; default: info, or warn in an interactive terminal',
    example: 'info',
  },
} as const satisfies Record<string, Setting>

type Values = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }

export type Config = {
  port: number
  gatewayPort: number
  host: string
  dataDir: string
  databaseUrl?: string
  databaseDirectUrl?: string
  databaseConnections: number
  databaseWaitSeconds: number
  roles: readonly RoleName[]
  publicUrl: string
  gatewayPublicUrl: string
  secretKey?: Buffer
  previousSecretKey?: Buffer
  oidc?: { issuer: string; clientId: string; clientSecret?: string }
  /** OAuth grants from other providers; not to be confused with `oidc`, which signs people in. */
  oauth: { providers: readonly OAuthProvider[]; returnHosts: readonly string[] }
  demo: boolean
  realSends: boolean
  /** Enables the handset lab, which carries the messages of managed bindings. */
  lab: boolean
  allowPrivateNetwork: boolean
  trustProxy?: string[]
  geocoder: { kind: 'none' } | { kind: 'google'; key: string; url?: string } | { kind: 'nominatim'; url?: string }
  /** Fallback mailer for agents without a mail provider of their own. */
  mail?: { smtpUrl: string; from: { address: string; name?: string } }
  mailApis: { mailgun: string; sendgrid: string }
  /** Base URL overrides for channel providers, by provider id. */
  channelApis: Readonly<Record<string, string>>
  /** Base URL overrides for the providers of catalog tools, by tool id. */
  toolApis: Readonly<Record<string, string>>
  /** Bulk messages per second where a provider agreed to a rate other than its default, by provider id. */
  batchRates: Readonly<Record<string, number>>
  /** Contains API keys: treat as secret. */
  models: ModelChoices
  /** Whether knowledge search also uses embeddings. */
  semanticSearch: boolean
  /** How long a dispatch with an unknown outcome stays open. */
  unknownOutcomeMinutes: number
  warmUp: boolean
  historyDays: number
  logLevel?: string
}

/** Thrown for invalid settings; the message addresses the operator. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  const values = readSettings(env)
  const { oidc, geocoder, mail, models, oauthProviders } = readSettingGroups(values)
  const here = values.HOST === '0.0.0.0' || values.HOST === '::' ? '127.0.0.1' : values.HOST
  const publicUrl = values.PUBLIC_URL ?? formatOrigin(here, values.PORT)
  return {
    port: values.PORT,
    gatewayPort: values.GATEWAY_PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    databaseWaitSeconds: values.DATABASE_WAIT_SECONDS,
    roles: values.ROLES,
    publicUrl,
    gatewayPublicUrl: values.GATEWAY_PUBLIC_URL ?? formatOrigin(here, values.GATEWAY_PORT),
    secretKey: values.SECRET_KEY === undefined ? undefined : Buffer.from(values.SECRET_KEY, 'hex'),
    previousSecretKey:
      values.SECRET_KEY_PREVIOUS === undefined ? undefined : Buffer.from(values.SECRET_KEY_PREVIOUS, 'hex'),
    oidc,
    oauth: {
      providers: oauthProviders,
      returnHosts: values.OAUTH_RETURN_HOSTS ?? [new URL(publicUrl).host],
    },
    demo: values.DEMO,
    realSends: values.REAL_SENDS,
    lab: values.LAB ?? env.NODE_ENV !== 'production',
    allowPrivateNetwork: values.ALLOW_PRIVATE_NETWORK,
    trustProxy: values.TRUST_PROXY,
    geocoder,
    mail,
    mailApis: { mailgun: values.MAILGUN_URL, sendgrid: values.SENDGRID_URL },
    channelApis: values.CHANNEL_APIS,
    toolApis: values.TOOL_APIS,
    batchRates: values.BATCH_RATES,
    models,
    semanticSearch: values.MEANINGS,
    unknownOutcomeMinutes: values.UNKNOWN_OUTCOME_MINUTES,
    warmUp: values.WARM_UP,
    historyDays: values.HISTORY_DAYS,
    logLevel: values.LOG_LEVEL,
  }
}

/** Settings that depend on one another. Throws one error that lists every group with a problem. */
function readSettingGroups(values: Values) {
  const problems: string[] = []
  const collect = <Group>(read: (values: Values) => Group): Group => {
    try {
      return read(values)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      return undefined as Group
    }
  }
  collect(assertDifferentPorts)
  const groups = {
    oidc: collect(readOidcSettings),
    oauthProviders: collect(readOAuthProviders),
    geocoder: collect(readGeocoderSettings),
    mail: collect(readMailSettings),
    models: collect(readModelChoices),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return groups
}

function assertDifferentPorts({ PORT, GATEWAY_PORT }: Values): void {
  if (PORT !== GATEWAY_PORT) return
  throw new ConfigError(
    `PORT and GATEWAY_PORT must be two different ports; both are ${PORT}. Example: PORT=4000 GATEWAY_PORT=4400`,
  )
}

function readOidcSettings(values: Values): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer && clientId) return { issuer, clientId, ...(clientSecret && { clientSecret }) }
  if (issuer || clientId) throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both, or neither.')
  if (clientSecret) throw new ConfigError('OIDC_CLIENT_SECRET needs OIDC_ISSUER and OIDC_CLIENT_ID: set them, too.')
  return undefined
}

function readGeocoderSettings({ GEOCODER: kind, GEOCODER_KEY: key, GEOCODER_URL: url }: Values): Config['geocoder'] {
  if (kind !== 'google') return kind === 'none' ? { kind } : { kind, url }
  if (key === undefined) throw new ConfigError('GEOCODER=google needs GEOCODER_KEY: set it, or choose nominatim.')
  return { kind, key, url }
}

function readMailSettings({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Values): Config['mail'] {
  if (smtpUrl && from) return { smtpUrl, from }
  if (!smtpUrl && !from) return undefined
  throw new ConfigError('SMTP_URL and MAIL_FROM go together: set both, or neither.')
}

function readModelChoices(values: Values): ModelChoices {
  const choices = resolveModelChoices(values)
  if ('wrong' in choices) throw new ConfigError(choices.wrong)
  return choices
}

function readOAuthProviders(values: Values): OAuthProvider[] {
  return listOAuthProviders({
    google: readOAuthClient(values, 'OAUTH_GOOGLE'),
    microsoft: readOAuthClient(values, 'OAUTH_MICROSOFT'),
    microsoftTenant: values.OAUTH_MICROSOFT_TENANT,
    apis: values.OAUTH_APIS,
  })
}

function readOAuthClient(values: Values, name: 'OAUTH_GOOGLE' | 'OAUTH_MICROSOFT'): OAuthClient | undefined {
  const [id, secret] = [values[`${name}_CLIENT_ID`], values[`${name}_CLIENT_SECRET`]]
  if (id && secret) return { id, secret }
  if (!id && !secret) return undefined
  throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together: set both, or neither.`)
}

function readSettings(env: Record<string, string | undefined>): Values {
  const wrong: string[] = []
  const values = Object.entries<Setting>(settings).map(([name, setting]) => {
    // Treats an empty variable as unset: compose files and shells leave empty ones behind.
    const setValue = env[name] === '' ? undefined : env[name]
    const parsed = setting.schema.safeParse(setValue)
    if (!parsed.success) wrong.push(describeInvalidSetting(name, setValue, setting))
    return [name, parsed.data] as const
  })
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return Object.fromEntries(values) as Values
}

function formatOrigin(host: string, onPort: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${onPort}`
}
