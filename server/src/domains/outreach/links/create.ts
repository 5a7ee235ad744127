import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, toBadRequest } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import type { LinkRouteDeps } from './deps.ts'
import { type Link, type LinkCreate, resolveLinkExpiry } from './link.ts'
import { insertOutreachLink } from './queries.ts'

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
  const expiresAt = resolveLinkExpiry(asked, now)
  if ('fault' in expiresAt) throw refusal('expiresAt', expiresAt.fault)
  if ((await channels.findByChannel(agent, 'rcs', tx))?.id !== bindingId) {
    throw refusal('bindingId', 'must be the id of an rcs binding of this agent')
  }
  const id = world.newId('lnk')
  const code = generateToken(world, '', codeLetters)
  const link = { id, code, bindingId, label, maxUses, uses: 0, expiresAt, disabled: false, createdAt: now }
  await insertOutreachLink(tx, agent, link)
  return link
}

const refusal = (field: string, message: string) =>
  toBadRequest(invalidRequest([{ field, message }]), 'request.malformed')
