import type { OrgClient } from '@parley/sdk'
import { defineCommand } from '../../command.ts'
import { confirmAction } from '../../confirm-action.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'

type Key = { id: string; name: string; prefix: string }

export const revokeKeyCommand = defineCommand({
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
