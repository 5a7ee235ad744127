import { Forbidden, type OrgClient, type Schema, Unauthorized } from '@parley/sdk'
import { createCliClient } from '../../connection/connect.ts'
import type { LoginProfile } from '../../connection/profiles.ts'
import { isLocalServer, isSameServer } from '../../connection/server-url.ts'
import { usageError } from '../../exit.ts'
import type { Io, Prompt } from '../../io.ts'
import { parseScopes } from '../keys/parse-key-options.ts'

type SignInOptions = { email?: string; password?: string; code?: string; org?: string; agent?: string; scopes?: string }
type Scopes = Schema<'ApiKey'>['scopes']

/** Nobody is signed in yet, and this route asks for nobody. */
const noTerminal = 'nobody'

/** With e-mail and password, and a code where there is a second factor; a key for this machine is made, where the account may make one. */
export async function signIn(url: string, options: SignInOptions, io: Io): Promise<LoginProfile> {
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

/** Undefined where only an admin may make keys, and this is none. */
async function createMachineKey(org: OrgClient, scopes: Scopes, { machine, addSecret }: Io) {
  const body = { name: `parley on ${machine}`.slice(0, 120), description: 'Made by parley login', scopes }
  const made = await org.post('/api-keys', { body }).catch((error: unknown) => {
    if (error instanceof Forbidden) return undefined
    throw error
  })
  if (made) addSecret(made.key)
  return made
}

/** Whoever signs in again leaves no key behind, once the new one is kept; where that fails, it is in the list of keys. */
export async function revokePreviousKey(before: LoginProfile | undefined, now: LoginProfile, io: Io): Promise<void> {
  if (!before?.keyId || !before.org || before.org !== now.org || !isSameServer(before.url, now.url)) return
  const path = { org: before.org, keyId: before.keyId }
  await createCliClient(now, io)
    .delete('/orgs/{org}/api-keys/{keyId}', { path })
    .catch(() => undefined)
}
