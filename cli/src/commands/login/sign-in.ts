import { Forbidden, type OrgClient, type Schema, Unauthorized } from '@parley/sdk'
import { isHere, isSame } from '../../connection/address.ts'
import { clientOf } from '../../connection/connect.ts'
import type { Profile } from '../../connection/profiles.ts'
import { misused } from '../../exit.ts'
import type { Io, Person } from '../../io.ts'
import { scopesOf } from '../keys/asked.ts'

type Asked = { email?: string; password?: string; code?: string; org?: string; agent?: string; scopes?: string }
type Scopes = Schema<'ApiKey'>['scopes']

/** Nobody is signed in yet, and this route asks for nobody. */
const nobody = 'nobody'

/** With e-mail and password, and a code where there is a second factor; a key for this machine is made, where the account may make one. */
export async function signIn(url: string, asked: Asked, io: Io): Promise<Profile> {
  const { email, password } = await accountAsked(url, asked, io)
  const account = { email, password, ...(asked.org && { org: asked.org }) }
  const { token, expiresAt, org } = await entered(url, { ...account, ...(asked.code && { code: asked.code }) }, io)
  io.hush(token)
  const parley = clientOf({ url, key: token }, io)
  const profile = { url, org: org.id, agent: asked.agent }
  const scopes = (scopesOf(asked.scopes) as Scopes | undefined) ?? (await parley.get('/me')).scopes
  const made = await keyFor(parley.org(org.id), scopes, io)
  return made ? { ...profile, key: made.key, keyId: made.id } : { ...profile, key: token, expiresAt }
}

type Account = { email: string; password: string; org?: string; code?: string }

/** Asks the person at the terminal for a code if the account has a second factor. */
async function entered(url: string, body: Account, io: Io): Promise<Schema<'SignedIn'>> {
  try {
    return await clientOf({ url, key: nobody }, io).post('/auth/sign-in', { body })
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error
    if (error.code !== 'auth.second_factor_required') throw misused('The e-mail, the password or the org is wrong')
    if (body.code) throw misused('The code is wrong, or was used before')
    if (!io.person) throw misused('The account has a second factor: give a code of it by --code')
    return entered(url, { ...body, code: await typed(io.person.ask('Code of the second factor: ')) }, io)
  }
}

async function accountAsked(url: string, { email, password }: Asked, { person, err }: Io) {
  if (isOverheard(url)) err('parley: what you type goes there unencrypted, for others on the way to read\n')
  return {
    email: email ?? (await typed(somebody(person).ask('E-mail: '))),
    password: password ?? (await typed(somebody(person).askSecret('Password: '), { trims: false })),
  }
}

function somebody(person: Person | undefined): Person {
  if (person) return person
  throw misused('Nobody is at the terminal to sign in: give --key-stdin, or --email and --password-stdin')
}

async function typed(answer: Promise<string | undefined>, { trims = true } = {}): Promise<string> {
  const given = await answer
  const text = trims ? given?.trim() : given
  if (text) return text
  throw misused('Nothing was typed: nobody is signed in')
}

const isOverheard = (url: string): boolean => url.startsWith('http:') && !isHere(url)

/** Undefined where only an admin may make keys, and this is none. */
async function keyFor(org: OrgClient, scopes: Scopes, { machine, hush }: Io) {
  const body = { name: `parley on ${machine}`.slice(0, 120), description: 'Made by parley login', scopes }
  const made = await org.post('/api-keys', { body }).catch((error: unknown) => {
    if (error instanceof Forbidden) return undefined
    throw error
  })
  if (made) hush(made.key)
  return made
}

/** Whoever signs in again leaves no key behind, once the new one is kept; where that fails, it is in the list of keys. */
export async function revokeFormer(before: Profile | undefined, now: Profile, io: Io): Promise<void> {
  if (!before?.keyId || !before.org || before.org !== now.org || !isSame(before.url, now.url)) return
  const path = { org: before.org, keyId: before.keyId }
  await clientOf(now, io)
    .delete('/orgs/{org}/api-keys/{keyId}', { path })
    .catch(() => undefined)
}
