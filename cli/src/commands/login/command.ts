import { text } from 'node:stream/consumers'
import { Forbidden, type OrgClient, type Schema, Unauthorized } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { createCliClient } from '../../connection/connect.ts'
import { defaultUrl, isLocalServer, isSameServer, parseUrlOption, validateSecret } from '../../connection/options.ts'
import { type LoginProfile, profileName, readProfiles, writeProfile } from '../../connection/profiles.ts'

import { type ExitCode, exitCodes, usageError } from '../../exit.ts'
import type { Io, Prompt } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'
import { parseScopes } from '../keys/parse-key-options.ts'

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
    if (error.code !== 'auth.second_factor_required') throw usageError('The e-mail, the password or the org is wrong')
    if (body.code) throw usageError('The code is wrong, or was used before')
    if (!io.prompt) throw usageError('The account has a second factor: give a code of it by --code')
    return enterCredentials(url, { ...body, code: await askRequired(io.prompt.ask('Code of the second factor: ')) }, io)
  }
}

async function askAccount(url: string, { email, password }: SignInOptions, { prompt, err }: Io) {
  if (isInsecureConnection(url)) err('parley: what you type goes there unencrypted, for others on the way to read\n')
  return {
    email: email ?? (await askRequired(requirePrompt(prompt).ask('E-mail: '))),
    password: password ?? (await askRequired(requirePrompt(prompt).askSecret('Password: '), { trims: false })),
  }
}

function requirePrompt(person: Prompt | undefined): Prompt {
  if (person) return person
  throw usageError('Nobody is at the terminal to sign in: give --key-stdin, or --email and --password-stdin')
}

async function askRequired(answer: Promise<string | undefined>, { trims = true } = {}): Promise<string> {
  const value = await answer
  const text = trims ? value?.trim() : value
  if (text) return text
  throw usageError('Nothing was typed: nobody is signed in')
}

const isInsecureConnection = (url: string): boolean => url.startsWith('http:') && !isLocalServer(url)

/** Returns undefined if only admins may create keys and this user is not one. */
async function createMachineKey(org: OrgClient, scopes: Scopes, { machine, addSecret }: Io) {
  const body = { name: `parley on ${machine}`.slice(0, 120), description: 'Made by parley login', scopes }
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
  url: { type: 'string', value: 'URL', description: 'where Parley is; PARLEY_URL, else it is asked for' },
  profile: {
    type: 'string',
    value: 'NAME',
    description: 'keeps it under this name, beside others; PARLEY_PROFILE, else default',
  },
  email: { type: 'string', value: 'EMAIL', description: 'whose account; asked for when left out' },
  code: {
    type: 'string',
    value: 'CODE',
    description: 'of the second factor, where the account has one; asked for when left out',
  },
  org: { type: 'string', value: 'ORG', description: 'the org; the one joined first when left out' },
  agent: { type: 'string', value: 'AGENT', description: 'the agent that commands are about unless they say otherwise' },
  scopes: {
    type: 'string',
    value: 'LIST',
    description: 'what the key may do, a comma list; all that you may when left out',
  },
  key: { type: 'string', value: 'KEY', description: 'keeps this API key instead of making one' },
  'key-stdin': { type: 'boolean', description: 'the same, read from the standard input, where nobody sees it' },
  'password-stdin': { type: 'boolean', description: 'reads the password from the standard input instead of asking' },
} as const

export const loginCommand = defineCommand({
  name: 'login',
  aliases: ['sign-in', 'signin'],
  summary: 'sign in to a Parley, so that commands know whom to talk to',
  about:
    'signs in with e-mail and password, makes an API key for this machine and keeps it in\n~/.config/parley/config.json, for your eyes only. The password is kept nowhere.',
  options,
  examples: [
    ['parley login', 'asks for the address, the e-mail and the password'],
    ['parley login --url https://parley.example.com --profile work', 'another Parley beside it'],
    ['parley login --url https://parley.example.com --key-stdin < key.txt', 'with a key that you have'],
  ],
  next: ['`parley whoami` tells who you are now, `parley logout` revokes the key'],
  run: login,
})

async function login(call: CommandCall<typeof options>): Promise<ExitCode> {
  const { io, print, json } = call
  const name = profileName(call.options, io)
  const before = readProfiles(io)[name]
  const { key, password } = await readSecrets(call)
  const url = await askAddress(call, key === undefined && password === undefined ? before : undefined)
  const profile = key ? await loginWithKey(url, key, call) : await signIn(url, { ...call.options, password }, io)
  const file = writeProfile(name, profile, io)
  if (profile.keyId) await revokePreviousKey(before, profile, io)
  print(`Signed in to ${url}, org ${toPrintable(profile.org ?? '')}. Kept in ${file}, profile ${name}`)
  if (profile.keyId) print(`The key of this machine is ${toPrintable(profile.keyId)}; \`parley logout\` revokes it`)
  if (profile.expiresAt) print(`It holds until ${toPrintable(profile.expiresAt)}: you may make no API keys in this org`)
  json({ profile: name, url, org: profile.org, keyId: profile.keyId, expiresAt: profile.expiresAt, file })
  return exitCodes.passed
}

/** Reads secrets from the options or the standard input, so that nobody has to type them. */
async function readSecrets({
  options: asked,
  io,
}: CommandCall<typeof options>): Promise<{ key?: string; password?: string }> {
  const ways = [asked.key, asked['key-stdin'], asked['password-stdin']].filter(Boolean)
  if (ways.length > 1) throw usageError('Give one of --key, --key-stdin and --password-stdin')
  if (!asked['key-stdin'] && !asked['password-stdin']) return { key: validateSecret('API key', asked.key) }
  const secret = (await text(io.streams.input)).replace(/\r?\n$/, '')
  if (secret === '') throw usageError('There is nothing on the standard input')
  io.addSecret(secret)
  return asked['key-stdin'] ? { key: validateSecret('API key', secret.trim()) } : { password: secret }
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
  if (typed === undefined) throw usageError('Nobody has said where Parley is')
  return parseUrlOption(typed.trim()) ?? usual
}

async function loginWithKey(
  url: string,
  key: string,
  { options: asked, io }: CommandCall<typeof options>,
): Promise<LoginProfile> {
  io.addSecret(key)
  const { org } = await createCliClient({ url, key }, io).get('/me')
  if (asked.org && asked.org !== org.id)
    throw usageError(`The key is of the org ${toPrintable(org.id)}, not of ${toPrintable(asked.org)}`)
  return { url, key, org: org.id, agent: asked.agent }
}
