import { text } from 'node:stream/consumers'
import { Forbidden, type OrgClient, type Schema, Unauthorized } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { createCliClient } from '../../connection/connect.ts'
import { defaultUrl, isLocalServer, isSameServer, parseUrlOption, validateSecret } from '../../connection/options.ts'
import { type LoginProfile, readProfiles, resolveProfileName, writeProfile } from '../../connection/profiles.ts'

import { type ExitCode, exitCodes, usageError } from '../../exit.ts'
import type { Io, Prompt } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'
import { parseScopes } from '../keys/command.ts'

type SignInOptions = { email?: string; password?: string; code?: string; org?: string; agent?: string; scopes?: string }
type Scopes = Schema<'ApiKey'>['scopes']

/** Placeholder key: sign-in requires no authentication. */
const noTerminal = 'nobody'

/**
 * Signs in with email and password, plus a code if the account has a second factor. Creates a key for this machine if
 * the account may create keys.
 */
async function signIn(url: string, options: SignInOptions, io: Io): Promise<LoginProfile> {
  const { email, password } = await askAccount(url, options, io)
  const account = { email, password, ...(options.org && { org: options.org }) }
  const { token, expiresAt, org } = await enterCredentials(
    url,
    { ...account, ...(options.code && { code: options.code }) },
    io,
  )
  io.addSecret(token)
  const parley = createCliClient({ url, key: token }, io)
  const profile = { url, org: org.id, agent: options.agent }
  const scopes = (parseScopes(options.scopes) as Scopes | undefined) ?? (await parley.get('/me')).scopes
  const made = await createMachineKey(parley.org(org.id), scopes, io)
  return made ? { ...profile, key: made.key, keyId: made.id } : { ...profile, key: token, expiresAt }
}

type Account = { email: string; password: string; org?: string; code?: string }

/** Asks the person at the terminal for a code if the account has a second factor. */
async function enterCredentials(url: string, body: Account, io: Io): Promise<Schema<'SignedIn'>> {
  try {
    return await createCliClient({ url, key: noTerminal }, io).post('/auth/sign-in', { body })
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    if (error.code !== 'auth.second_factor_required') throw usageError('Wrong email, password or org')
    if (body.code) throw usageError('The code is wrong, or was already used')
    if (!io.prompt) throw usageError('The account has a second factor: pass a code with --code')
    return enterCredentials(url, { ...body, code: await askRequired(io.prompt.ask('Second-factor code: ')) }, io)
  }
}

async function askAccount(url: string, { email, password }: SignInOptions, { prompt, err }: Io) {
  if (isInsecureConnection(url))
    err('parley: the connection is not encrypted, so others on the network can read what you type\n')
  return {
    email: email ?? (await askRequired(requirePrompt(prompt).ask('Email: '))),
    password: password ?? (await askRequired(requirePrompt(prompt).askSecret('Password: '), { trims: false })),
  }
}

function requirePrompt(person: Prompt | undefined): Prompt {
  if (person) return person
  throw usageError('Signing in without a terminal requires --key-stdin, or --email and --password-stdin')
}

async function askRequired(answer: Promise<string | undefined>, { trims = true } = {}): Promise<string> {
  const value = await answer
  const text = trims ? value?.trim() : value
  if (text) return text
  throw usageError('Nothing was entered: you are not signed in')
}

const isInsecureConnection = (url: string): boolean => url.startsWith('http:') && !isLocalServer(url)

/** Returns undefined if only admins may create keys and this user is not one. */
async function createMachineKey(org: OrgClient, scopes: Scopes, { machine, addSecret }: Io) {
  const body = { name: `parley on ${machine}`.slice(0, 120), description: 'Created by parley login', scopes }
  const made = await org.post('/api-keys', { body }).catch((error: unknown) => {
    if (error instanceof Forbidden) return undefined
    throw error
  })
  if (made) addSecret(made.key)
  return made
}

/**
 * Revokes the key of the previous login once the new one is saved. If that fails, the old key stays in the list of
 * keys.
 */
async function revokePreviousKey(before: LoginProfile | undefined, now: LoginProfile, io: Io): Promise<void> {
  if (!before?.keyId || !before.org || before.org !== now.org || !isSameServer(before.url, now.url)) return
  const path = { org: before.org, keyId: before.keyId }
  await createCliClient(now, io)
    .delete('/orgs/{org}/api-keys/{keyId}', { path })
    .catch(() => undefined)
}

const options = {
  url: { type: 'string', value: 'URL', description: 'URL of Parley; default: PARLEY_URL, or asks' },
  profile: {
    type: 'string',
    value: 'NAME',
    description: 'saves the sign-in under this name; default: PARLEY_PROFILE, or "default"',
  },
  email: { type: 'string', value: 'EMAIL', description: 'your account; default: asks' },
  code: {
    type: 'string',
    value: 'CODE',
    description: 'a second-factor code, if the account has one; default: asks',
  },
  org: { type: 'string', value: 'ORG', description: 'the org; default: the org you joined first' },
  agent: { type: 'string', value: 'AGENT', description: 'the default agent for other commands' },
  scopes: {
    type: 'string',
    value: 'LIST',
    description: 'what the key allows, comma-separated; default: everything your account allows',
  },
  key: { type: 'string', value: 'KEY', description: 'saves this API key instead of creating one' },
  'key-stdin': { type: 'boolean', description: 'the same, read from standard input' },
  'password-stdin': { type: 'boolean', description: 'reads the password from standard input instead of asking' },
} as const

export const loginCommand = defineCommand({
  name: 'login',
  aliases: ['sign-in', 'signin'],
  summary: 'sign in to a Parley server',
  about:
    'signs in with email and password, creates an API key for this machine and saves it in\n~/.config/parley/config.json, readable only by you. The password is not saved.',
  options,
  examples: [
    ['parley login', 'asks for the address, the email and the password'],
    ['parley login --url https://parley.example.com --profile work', 'a second Parley server'],
    ['parley login --url https://parley.example.com --key-stdin < key.txt', 'with a key that you have'],
  ],
  next: ['`parley whoami` shows who you are signed in as, `parley logout` revokes the key'],
  run: login,
})

async function login(call: CommandCall<typeof options>): Promise<ExitCode> {
  const { io, print, json } = call
  const name = resolveProfileName(call.options, io)
  const before = readProfiles(io)[name]
  const { key, password } = await readSecrets(call)
  const url = await askAddress(call, key === undefined && password === undefined ? before : undefined)
  const profile = key ? await loginWithKey(url, key, call) : await signIn(url, { ...call.options, password }, io)
  const file = writeProfile(name, profile, io)
  if (profile.keyId) await revokePreviousKey(before, profile, io)
  print(`Signed in to ${url}, org ${toPrintable(profile.org ?? '')}. Saved in ${file}, profile ${name}`)
  if (profile.keyId) print(`The key for this machine is ${toPrintable(profile.keyId)}; \`parley logout\` revokes it`)
  if (profile.expiresAt)
    print(`It expires at ${toPrintable(profile.expiresAt)}: your role cannot create API keys in this org`)
  json({ profile: name, url, org: profile.org, keyId: profile.keyId, expiresAt: profile.expiresAt, file })
  return exitCodes.passed
}

/** Reads secrets from the options or from standard input, for use without a terminal. */
async function readSecrets({
  options: requested,
  io,
}: CommandCall<typeof options>): Promise<{ key?: string; password?: string }> {
  const ways = [requested.key, requested['key-stdin'], requested['password-stdin']].filter(Boolean)
  if (ways.length > 1) throw usageError('Use only one of --key, --key-stdin and --password-stdin')
  if (!requested['key-stdin'] && !requested['password-stdin']) return { key: validateSecret('API key', requested.key) }
  const secret = (await text(io.streams.input)).replace(/\r?\n$/, '')
  if (secret === '') throw usageError('Standard input is empty')
  io.addSecret(secret)
  return requested['key-stdin'] ? { key: validateSecret('API key', secret.trim()) } : { password: secret }
}

/**
 * Without a terminal, the default is this machine, not the server of the previous login: only a user who sees the
 * prompt can confirm another server.
 */
async function askAddress(
  { options: { url }, io }: CommandCall<typeof options>,
  before?: LoginProfile,
): Promise<string> {
  const explicitUrl = parseUrlOption(url || io.env.PARLEY_URL)
  if (explicitUrl) return explicitUrl
  const usual = before?.url ?? defaultUrl
  if (!io.prompt) return defaultUrl
  const typed = await io.prompt.ask(`Where is Parley? [${usual}] `)
  if (typed === undefined) throw usageError('The address of Parley is not set')
  return parseUrlOption(typed.trim()) ?? usual
}

async function loginWithKey(
  url: string,
  key: string,
  { options: requested, io }: CommandCall<typeof options>,
): Promise<LoginProfile> {
  io.addSecret(key)
  const { org } = await createCliClient({ url, key }, io).get('/me')
  if (requested.org && requested.org !== org.id)
    throw usageError(`The key belongs to the org ${toPrintable(org.id)}, not to ${toPrintable(requested.org)}`)
  return { url, key, org: org.id, agent: requested.agent }
}
