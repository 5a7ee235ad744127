import type { OrgClient } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { confirmAction } from '../../confirm-action.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'
import { type CliScope, parseExpiry, parseScopes } from './parse-key-options.ts'

type Key = { id: string; name: string; prefix: string }

const revokeKeyCommand = defineCommand({
  name: 'revoke',
  aliases: ['delete'],
  summary: 'end an API key at once',
  about: 'ends an API key. It opens nothing from the next call on, and cannot be brought back.',
  args: [
    { name: 'KEY', description: 'its id, its name where only one is called so, or its first letters (sk-svc-Ab3dE)' },
  ],
  options: { yes: { type: 'boolean', short: 'y', description: 'does not ask' }, ...connectionOptions },
  examples: [
    ['parley keys revoke key_01', 'asks, and ends it'],
    ['parley keys revoke CI --yes', 'by its name, in a script'],
  ],
  next: ['`parley keys list` shows what is left'],
  async run({ options, args: [named = ''], io, print, json }) {
    const { client } = await connectToOrg(options, io)
    const key = await findKey(named, client)
    if (!options.yes) await confirmAction(`End ${toPrintable(key.name)} (${toPrintable(key.id)}) for good?`, io)
    await client.delete('/api-keys/{keyId}', { path: { keyId: key.id } })
    print(`${toPrintable(key.name)} (${toPrintable(key.id)}) opens nothing any more`)
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
  if (!only)
    throw usageError(`There is no key with the id, name or beginning ${toPrintable(named)}: see \`parley keys list\``)
  throw usageError(
    `Several keys are called ${toPrintable(named)}; name one by its id: ${alike.map(({ id }) => toPrintable(id)).join(', ')}`,
  )
}

const listKeysCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the API keys of the org',
  about: 'lists the API keys of the org: what each may do, until when, and when it was used last.',
  options: connectionOptions,
  examples: [
    ['parley keys list', 'all of them'],
    ["parley keys list --json | jq '.data[] | select(.lastUsedAt == null)'", 'those that were never used'],
  ],
  next: ['`parley keys revoke KEY` ends one at once'],
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
  summary: 'a new API key, which is shown once',
  about:
    'makes an API key and prints it to the standard output: the only time that it is shown. All\nother words go to the standard error.',
  args: [{ name: 'NAME', description: 'what it is for, `CI`' }],
  options: {
    scopes: {
      type: 'string',
      value: 'LIST',
      description: 'what it may do, a comma list; the read scopes when left out',
    },
    expires: {
      type: 'string',
      value: 'WHEN',
      description: '90d, 12h, 2030-01-31 or a point in time; never when left out',
    },
    ...connectionOptions,
  },
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'for the build server'],
    ['parley keys create Laptop > key.txt', 'the key in a file, and nothing else'],
  ],
  next: ['docs/access.md lists the scopes, and what each opens'],
  async run({ options, args: [name = ''], io }) {
    const scopes = parseScopes(options.scopes) as CliScope[] | undefined
    const expiresAt = parseExpiry(options.expires, io.currentDate())
    const { client } = await connectToOrg(options, io)
    const made = await client.post('/api-keys', { body: { name, scopes, expiresAt } })
    const { id, key, expiresAt: ends } = made
    io.err(`${toPrintable(name)} is ${toPrintable(id)}, for ${made.scopes.join(' ')}${ends ? `, until ${ends}` : ''}. `)
    io.err(`Keep it now: it is not shown again. \`parley keys revoke ${toPrintable(id)}\` ends it\n`)
    io.reveal(options.json ? `${JSON.stringify(made)}\n` : `${key}\n`)
    return exitCodes.passed
  },
})

export const keysCommand = defineGroup({
  name: 'keys',
  aliases: ['key'],
  summary: 'list, create and revoke API keys',
  about: 'the API keys of the org. It takes a key of the scope org:admin.',
  commands: [listKeysCommand, createKeyCommand, revokeKeyCommand],
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'a key for the build server'],
    ['parley keys revoke CI', 'ends it at once'],
  ],
})
