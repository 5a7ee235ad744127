import { text } from 'node:stream/consumers'
import { type Call, command } from '../../command.ts'
import { urlOf, usualUrl } from '../../connection/address.ts'
import { clientOf } from '../../connection/connect.ts'
import { type Profile, profileName, readProfiles, writeProfile } from '../../connection/profiles.ts'
import { sendable } from '../../connection/token.ts'
import { type Exit, exits, misused } from '../../exit.ts'
import { plain } from '../../text/plain.ts'
import { revokeFormer, signIn } from './sign-in.ts'

const options = {
  url: { type: 'string', value: 'URL', says: 'where Parley is; PARLEY_URL, else it is asked for' },
  profile: {
    type: 'string',
    value: 'NAME',
    says: 'keeps it under this name, beside others; PARLEY_PROFILE, else default',
  },
  email: { type: 'string', value: 'EMAIL', says: 'whose account; asked for when left out' },
  code: {
    type: 'string',
    value: 'CODE',
    says: 'of the second factor, where the account has one; asked for when left out',
  },
  org: { type: 'string', value: 'ORG', says: 'the org; the one joined first when left out' },
  agent: { type: 'string', value: 'AGENT', says: 'the agent that commands are about unless they say otherwise' },
  scopes: { type: 'string', value: 'LIST', says: 'what the key may do, a comma list; all that you may when left out' },
  key: { type: 'string', value: 'KEY', says: 'keeps this API key instead of making one' },
  'key-stdin': { type: 'boolean', says: 'the same, read from the standard input, where nobody sees it' },
  'password-stdin': { type: 'boolean', says: 'reads the password from the standard input instead of asking' },
} as const

export const loginCommand = command({
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

async function login(call: Call<typeof options>): Promise<Exit> {
  const { io, say, json } = call
  const name = profileName(call.options, io)
  const before = readProfiles(io)[name]
  const { key, password } = await secretsGiven(call)
  const url = await addressAsked(call, key === undefined && password === undefined ? before : undefined)
  const profile = key ? await withKey(url, key, call) : await signIn(url, { ...call.options, password }, io)
  const file = writeProfile(name, profile, io)
  if (profile.keyId) await revokeFormer(before, profile, io)
  say(`Signed in to ${url}, org ${plain(profile.org ?? '')}. Kept in ${file}, profile ${name}`)
  if (profile.keyId) say(`The key of this machine is ${plain(profile.keyId)}; \`parley logout\` revokes it`)
  if (profile.expiresAt) say(`It holds until ${plain(profile.expiresAt)}: you may make no API keys in this org`)
  json({ profile: name, url, org: profile.org, keyId: profile.keyId, expiresAt: profile.expiresAt, file })
  return exits.passed
}

/** What nobody has to type. */
async function secretsGiven({
  options: asked,
  io,
}: Call<typeof options>): Promise<{ key?: string; password?: string }> {
  const ways = [asked.key, asked['key-stdin'], asked['password-stdin']].filter(Boolean)
  if (ways.length > 1) throw misused('Give one of --key, --key-stdin and --password-stdin')
  if (!asked['key-stdin'] && !asked['password-stdin']) return { key: sendable('API key', asked.key) }
  const given = (await text(io.streams.input)).replace(/\r?\n$/, '')
  if (given === '') throw misused('There is nothing on the standard input')
  io.hush(given)
  return asked['key-stdin'] ? { key: sendable('API key', given.trim()) } : { password: given }
}

/** What is given without a word goes to this machine, or where somebody says; only who types it may have been elsewhere. */
async function addressAsked({ options: { url }, io }: Call<typeof options>, before?: Profile): Promise<string> {
  const said = urlOf(url || io.env.PARLEY_URL)
  if (said) return said
  const usual = before?.url ?? usualUrl
  if (!io.person) return usualUrl
  const typed = await io.person.ask(`Where is Parley? [${usual}] `)
  if (typed === undefined) throw misused('Nobody has said where Parley is')
  return urlOf(typed.trim()) ?? usual
}

async function withKey(url: string, key: string, { options: asked, io }: Call<typeof options>): Promise<Profile> {
  io.hush(key)
  const { org } = await clientOf({ url, key }, io).get('/me')
  if (asked.org && asked.org !== org.id)
    throw misused(`The key is of the org ${plain(org.id)}, not of ${plain(asked.org)}`)
  return { url, key, org: org.id, agent: asked.agent }
}
