import { resolve } from 'node:path'
import { emailAddress, nameText } from '@parley/findings'
import { z } from 'zod'

import { parseSender } from './platform/mail/mail.ts'
import { type ModelChoices, resolveModelChoices } from './platform/model-choice.ts'
import { listOAuthProviders, type OAuthClient, type OAuthProvider } from './platform/oauth-providers.ts'
import { databaseSettings, modelSettings, oidcSettings } from './platform/settings.ts'

/** Every setting, read and validated once. An invalid one stops the startup with a sentence that says how to fix it. */

const roleNames = ['api', 'gateway', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback)
const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on')
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const host = z
  .string()
  .refine((value) => !value.includes('*') && ['http', 'https'].every((scheme) => isHost(scheme, value)))
const ratePerSecond = z
  .string()
  .regex(/^\d{1,6}(\.\d+)?$/)
  .transform(Number)
  .refine((rate) => rate >= 0.1 && rate <= 100_000)
const mailServer = z.url({ protocol: /^smtps?$/, hostname: /^[\w.-]+$|^\[[\da-f:.]+\]$/i })
const sender = z
  .string()
  .transform(parseSender)
  .pipe(z.object({ address: emailAddress, name: nameText.regex(/^[^<>\p{Cc}]*$/u).optional() }))

type Setting = { schema: z.ZodType; description: string; example: string }

/** All settings. A test compares `docs/configuration.md` with this table. */
export const settings = {
  PORT: { schema: port(4000), description: 'port of the management API and the console', example: '4000' },
  GATEWAY_PORT: { schema: port(4400), description: 'port of the messaging gateway', example: '4400' },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), description: 'address to bind to', example: '0.0.0.0' },
  DATA_DIR: {
    schema: z.string().min(1).default('./data'),
    description: 'folder of the embedded database, keys and media',
    example: './data',
  },
  ...databaseSettings,
  ROLES: {
    schema: z
      .string()
      .optional()
      .transform((value) => (value ? value.split(',').map((role) => role.trim()) : [...roleNames]))
      .pipe(z.array(z.enum(roleNames)).min(1)),
    description: 'what this process does: a comma list of api, gateway, worker',
    example: 'api,gateway',
  },
  PUBLIC_URL: {
    schema: httpUrl.optional(),
    description: 'where people reach the API and console',
    example: 'https://parley.example.com',
  },
  GATEWAY_PUBLIC_URL: {
    schema: httpUrl.optional(),
    description: 'where the world reaches the gateway',
    example: 'https://gateway.example.com',
  },
  SECRET_KEY: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
    description: '64 hex digits that secrets are encrypted with; by default kept in DATA_DIR/keys',
    example: 'the output of: openssl rand -hex 32',
  },
  SECRET_KEY_PREVIOUS: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .optional(),
    description: 'the key in use, while npm run rotate-secret-key moves to a new SECRET_KEY',
    example: 'what SECRET_KEY was until now',
  },
  ...oidcSettings,
  OAUTH_GOOGLE_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    description: 'id of your OAuth client at Google, for connections and tools',
    example: '123-abc.apps.googleusercontent.com',
  },
  OAUTH_GOOGLE_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    description: 'secret of that client',
    example: 'as the Google console shows it',
  },
  OAUTH_MICROSOFT_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    description: 'id of your app registration at Microsoft, for connections and tools',
    example: '00000000-0000-0000-0000-000000000000',
  },
  OAUTH_MICROSOFT_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    description: 'secret of that registration',
    example: 'as the Entra portal shows it',
  },
  OAUTH_MICROSOFT_TENANT: {
    schema: z
      .string()
      .regex(/^[\w.-]+$/)
      .default('common'),
    description: 'Microsoft tenant whose accounts can be connected: an id, a domain, common or organizations',
    example: 'common',
  },
  OAUTH_RETURN_HOSTS: {
    schema: z
      .string()
      .optional()
      .transform((value) => value?.split(',').map((one) => one.trim().toLowerCase()))
      .pipe(z.array(host).min(1).optional()),
    description: 'comma list of hosts that returnTo may lead to; the host of PUBLIC_URL when unset',
    example: 'app.example.com,localhost:3000',
  },
  DEMO: { schema: onOff('on'), description: 'whether the first start makes a demo agent', example: 'off' },
  REAL_SENDS: {
    schema: onOff('on'),
    description:
      'whether sends, follow-ups and campaigns reach real people; with off they wait, and only rehearsals run',
    example: 'off',
  },
  LAB: {
    schema: z.enum(['on', 'off']).optional(),
    description: 'whether the handset lab is there; on, but off with NODE_ENV=production',
    example: 'on',
  },
  ALLOW_PRIVATE_NETWORK: {
    schema: onOff('off'),
    description: 'whether outbound calls may reach private addresses',
    example: 'on',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .optional()
      .transform((value) => value?.split(',').map((one) => one.trim())),
    description: 'addresses or ranges of proxies whose X-Forwarded-For is believed',
    example: '10.0.0.0/8',
  },
  GEOCODER: {
    schema: z.enum(['none', 'google', 'nominatim']).default('none'),
    description: 'who finds the coordinates of addresses: none, google or nominatim',
    example: 'nominatim',
  },
  GEOCODER_KEY: {
    schema: z.string().min(1).optional(),
    description: 'API key of the geocoder; google needs one',
    example: 'the key of a Google Cloud project',
  },
  GEOCODER_URL: {
    schema: httpUrl.optional(),
    description: 'where the geocoder is reached, if not at its public address',
    example: 'https://nominatim.example.com',
  },
  SMTP_URL: {
    schema: mailServer.optional(),
    description: 'mail server for agents without a provider of their own: smtp:// (STARTTLS where offered) or smtps://',
    example: 'smtps://user:password@mail.example.com',
  },
  MAIL_FROM: {
    schema: sender.optional(),
    description: 'sender of that mail: an address, or a name and an address',
    example: 'Harbour Bikes <bookings@example.com>',
  },
  MAILGUN_URL: {
    schema: httpUrl.default('https://api.mailgun.net'),
    description: 'where Mailgun is reached for agents that send by it',
    example: 'https://api.eu.mailgun.net',
  },
  SENDGRID_URL: {
    schema: httpUrl.default('https://api.sendgrid.com'),
    description: 'where SendGrid is reached for agents that send by it',
    example: 'https://api.eu.sendgrid.com',
  },
  CHANNEL_APIS: {
    schema: z
      .string()
      .optional()
      .transform((value) => value?.split(',').map((one) => one.trim().split('=', 2)) ?? [])
      .pipe(z.array(z.tuple([z.string().min(1), httpUrl])))
      .transform((pairs) => Object.fromEntries(pairs)),
    description: "comma list of other addresses of channel providers' servers, for regions and proxies",
    example: 'twilio=https://api.ie1.twilio.com',
  },
  BATCH_RATES: {
    schema: z
      .string()
      .optional()
      .transform((value) => value?.split(',').map((one) => one.trim().split('=')) ?? [])
      .pipe(z.array(z.tuple([z.string().min(1), ratePerSecond])))
      .transform((pairs) => Object.fromEntries(pairs)),
    description:
      'comma list of how many bulk messages a second channel providers take from one binding, as agreed with them',
    example: 'google-rbm=300,twilio=100',
  },
  UNKNOWN_OUTCOME_MINUTES: {
    schema: z.coerce.number().int().min(1).max(720).default(10),
    description: 'number of minutes for which a message whose delivery to the channel is in doubt stays open',
    example: '10',
  },
  ...modelSettings,
  WARM_UP: {
    schema: onOff('on'),
    description:
      'whether a process warms up for about two seconds before it serves; with off its first answers take longer',
    example: 'off',
  },
  HISTORY_DAYS: {
    schema: z.coerce.number().int().min(1).max(3650).default(180),
    description: 'number of days for which conversations and the audit log are kept',
    example: '90',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    description: 'how much is logged; info, or warn when a person is watching the terminal',
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
  if (values.PORT === values.GATEWAY_PORT) {
    throw new ConfigError(
      `PORT and GATEWAY_PORT are both ${values.PORT}. Give them two different ports, for example 4000 and 4400.`,
    )
  }
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
    oidc: readOidcSettings(values),
    oauth: {
      providers: readOAuthProviders(values),
      returnHosts: values.OAUTH_RETURN_HOSTS ?? [new URL(publicUrl).host],
    },
    demo: values.DEMO,
    realSends: values.REAL_SENDS,
    lab: (values.LAB ?? (env.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
    allowPrivateNetwork: values.ALLOW_PRIVATE_NETWORK,
    trustProxy: values.TRUST_PROXY,
    geocoder: readGeocoderSettings(values),
    mail: readMailSettings(values),
    mailApis: { mailgun: values.MAILGUN_URL, sendgrid: values.SENDGRID_URL },
    channelApis: values.CHANNEL_APIS,
    batchRates: values.BATCH_RATES,
    models: readModelChoices(values),
    semanticSearch: values.MEANINGS,
    unknownOutcomeMinutes: values.UNKNOWN_OUTCOME_MINUTES,
    warmUp: values.WARM_UP,
    historyDays: values.HISTORY_DAYS,
    logLevel: values.LOG_LEVEL,
  }
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
  const values = Object.entries(settings).map(([name, { schema, description, example }]) => {
    // Treats an empty variable as unset: compose files and shells leave empty ones behind.
    const setValue = env[name] === '' ? undefined : env[name]
    const parsed = schema.safeParse(setValue)
    if (!parsed.success)
      wrong.push(
        `${name} is the ${description}; it cannot be ${formatRejectedValue(name, setValue)}. Example: ${name}=${example}`,
      )
    return [name, parsed.data] as const
  })
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return Object.fromEntries(values) as Values
}

/** Never prints the value of a mistyped secret. */
function formatRejectedValue(name: string, setValue: string | undefined): string {
  return /SECRET|_KEY|DATABASE_(DIRECT_)?URL|SMTP_URL|MODEL_BASE_URL/.test(name)
    ? 'what it is set to'
    : JSON.stringify(setValue)
}

/** Whether the value is written as in a URL of that scheme: with a port only if it is not the default one. */
function isHost(scheme: string, value: string): boolean {
  const address = `${scheme}://${value}`
  return URL.canParse(address) && new URL(address).host === value
}

function formatOrigin(host: string, onPort: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${onPort}`
}
