import type { Db } from '../../../platform/db/database.ts'
import { asMalformed, invalid } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { newToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import type { LinkRouteDeps } from './deps.ts'
import { expiryOf, type Link, type LinkCreate } from './link.ts'
import { insertLink } from './queries.ts'

/** About 130 bits: nobody finds a page by guessing. */
const codeLetters = 22

export async function createLink(
  tx: Db,
  agent: AgentKey,
  { asked, world }: { asked: LinkCreate; world: World },
  { channels }: Pick<LinkRouteDeps, 'channels'>,
): Promise<Link> {
  const { bindingId, label, maxUses } = asked
  const now = world.now()
  const expiresAt = expiryOf(asked, now)
  if ('fault' in expiresAt) throw refusal('expiresAt', expiresAt.fault)
  if ((await channels.on(agent, 'rcs', tx))?.id !== bindingId) {
    throw refusal('bindingId', 'must be the id of an rcs binding of this agent')
  }
  const id = world.newId('lnk')
  const code = newToken(world, '', codeLetters)
  const link = { id, code, bindingId, label, maxUses, uses: 0, expiresAt, disabled: false, createdAt: now }
  await insertLink(tx, agent, link)
  return link
}

const refusal = (field: string, message: string) => asMalformed(invalid([{ field, message }]), 'request.malformed')
