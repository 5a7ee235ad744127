import type { OrgClient, Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems, connectToOrg } from '../../connection/connect.ts'
import { connectionOptions, overlapOption, parseOverlap } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { confirmAction } from '../../io.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

type CliScope = Schema<'ApiKey'>['scopes'][number]

/** Parses `agents:read,agents:write`; the API validates the scope names. */
export function parseScopes(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((scope) => scope.trim())
    .filter(Boolean)
}

const hours = { h: 1, d: 24, w: 24 * 7 } as const

/** Parses `90d`, a date or a timestamp; it must be in the future. */
export function parseExpiry(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  const at = count
    ? now.getTime() + Number(count) * hours[unit as keyof typeof hours] * 3_600_000
    : /^\d{4}-\d\d-\d\d/.test(text)
      ? Date.parse(text)
      : Number.NaN
  if (Number.isNaN(at)) throw usageError('--expires must look like 90d, 12h, 2w, 2030-01-31 or 2030-01-31T09:00:00Z')
  if (at <= now.getTime()) throw usageError('--expires must be in the future')
  return new Date(at).toISOString()
}

const yesOption = { type: 'boolean', short: 'y', description: 'does not ask for confirmation' } as const

type Key = { id: string; name: string; prefix: string }

const revokeKeyCommand = defineCommand({
  name: 'revoke',
  aliases: ['delete'],
  summary: 'revoke an API key at once',
  about: 'revokes an API key. It stops working with the next request, and cannot be restored.',
  args: [
    { name: 'KEY', description: 'its id, its name if only one key has it, or its first characters (sk-svc-Ab3dE)' },
  ],
  options: { yes: yesOption, ...connectionOptions },
  examples: [
    ['parley keys revoke key_01', 'asks, and revokes it'],
    ['parley keys revoke CI --yes', 'by its name, in a script'],
  ],
  next: ['`parley keys list` shows the remaining keys'],
  async run({ options, args: [named = ''], io, print, json }) {
    const { client } = await connectToOrg(options, io)
    const key = await findKey(named, client)
    if (!options.yes) await confirmAction(`Revoke ${toPrintable(key.name)} (${toPrintable(key.id)}) permanently?`, io)
    await client.delete('/api-keys/{keyId}', { path: { keyId: key.id } })
    print(`${toPrintable(key.name)} (${toPrintable(key.id)}) is revoked`)
    json({ revoked: key.id })
    return exitCodes.passed
  },
})

async function findKey(named: string, client: OrgClient): Promise<Key> {
  const keys: Key[] = await collectItems(client.each('/api-keys'))
  const byId = keys.find(({ id }) => id === named)
  if (byId) return byId
  const alike = keys.filter(({ name, prefix }) => name === named || named.replace(/…$/, '') === prefix)
  const [only, ...others] = alike
  if (only && others.length === 0) return only
  if (!only) throw usageError(`No key has the id, name or prefix ${toPrintable(named)}: see \`parley keys list\``)
  throw usageError(
    `Several keys are named ${toPrintable(named)}; use the id: ${alike.map(({ id }) => toPrintable(id)).join(', ')}`,
  )
}

const listKeysCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the API keys of the org',
  about: 'lists the API keys of the org: what each allows, when it expires, and when it was last used.',
  options: connectionOptions,
  examples: [
    ['parley keys list', 'all keys'],
    ["parley keys list --json | jq '.data[] | select(.lastUsedAt == null)'", 'the keys that were never used'],
  ],
  next: ['`parley keys revoke KEY` revokes one at once'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToOrg(options, io)
    const keys = await collectItems(client.each('/api-keys'))
    json({ data: keys })
    const rows = keys.map((key) => [
      ...[key.id, key.name, `${key.prefix}…`, dayOf(key.expiresAt, 'never'), dayOf(key.lastUsedAt, 'never')],
      key.scopes.join(' '),
    ])
    for (const line of formatTable(['ID', 'NAME', 'KEY', 'EXPIRES', 'LAST USED', 'SCOPES'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

const dayOf = (time: string | undefined, none: string): string => time?.slice(0, 10) ?? none

const createKeyCommand = defineCommand({
  name: 'create',
  summary: 'create an API key, which is shown once',
  about:
    'creates an API key and prints it to standard output; it is never shown again. All\nmessages go to standard error.',
  args: [{ name: 'NAME', description: 'what it is for, for example `CI`' }],
  options: {
    scopes: {
      type: 'string',
      value: 'LIST',
      description: 'what it allows, comma-separated; default: the read scopes',
    },
    expires: {
      type: 'string',
      value: 'WHEN',
      description: '90d, 12h, 2030-01-31 or a time; default: never',
    },
    ...connectionOptions,
  },
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'for the CI server'],
    ['parley keys create Laptop > key.txt', 'writes only the key to a file'],
  ],
  next: ['docs/access.md lists the scopes, and what each one allows'],
  async run({ options, args: [name = ''], io }) {
    const scopes = parseScopes(options.scopes) as CliScope[] | undefined
    const expiresAt = parseExpiry(options.expires, io.currentDate())
    const { client } = await connectToOrg(options, io)
    const made = await client.post('/api-keys', { body: { name, scopes, expiresAt } })
    const { id, key, expiresAt: ends } = made
    io.err(`${toPrintable(name)} is ${toPrintable(id)}, for ${made.scopes.join(' ')}${ends ? `, until ${ends}` : ''}. `)
    io.err(`Save it now: it is not shown again. \`parley keys revoke ${toPrintable(id)}\` revokes it\n`)
    io.reveal(options.json ? `${JSON.stringify(made)}\n` : `${key}\n`)
    return exitCodes.passed
  },
})

const rollKeyCommand = defineCommand({
  name: 'roll',
  summary: 'replace an API key, which is shown once',
  about:
    'creates a key with the same name, scopes and expiry, prints it to standard output, and revokes the\nold one at once, or after the overlap. All messages go to standard error.',
  args: [{ name: 'KEY', description: 'its id, its name if only one key has it, or its first characters' }],
  options: { overlap: overlapOption, yes: yesOption, ...connectionOptions },
  examples: [
    ['parley keys roll CI --overlap 60 --yes > key.txt', 'the old key works for another hour'],
    ['parley keys roll key_01', 'asks, and replaces it at once'],
  ],
  next: ['`parley keys list` shows both keys during the overlap'],
  async run({ options, args: [named = ''], io }) {
    const overlapMinutes = parseOverlap(options.overlap)
    const { client } = await connectToOrg(options, io)
    const key = await findKey(named, client)
    const when = overlapMinutes > 0 ? `in ${overlapMinutes} minutes` : 'at once'
    const question = `Replace ${toPrintable(key.name)} (${toPrintable(key.id)})? The old key ends ${when}.`
    if (!options.yes) await confirmAction(question, io)
    const made = await client.post('/api-keys/{keyId}/_roll', { path: { keyId: key.id }, query: { overlapMinutes } })
    io.err(`${toPrintable(made.name)} is now ${toPrintable(made.id)}; the old key ends ${when}. `)
    io.err('Save the new one now: it is not shown again\n')
    io.reveal(options.json ? `${JSON.stringify(made)}\n` : `${made.key}\n`)
    return exitCodes.passed
  },
})

export const keysCommand = defineGroup({
  name: 'keys',
  aliases: ['key'],
  summary: 'list, create, roll and revoke API keys',
  about: 'the API keys of the org. Requires a key with the scope org:admin.',
  commands: [listKeysCommand, createKeyCommand, rollKeyCommand, revokeKeyCommand],
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'a key for the CI server'],
    ['parley keys revoke CI', 'revokes it at once'],
  ],
})
