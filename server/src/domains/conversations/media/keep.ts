import { createHash } from 'node:crypto'
import { createFairSlots } from '../../../platform/fair/slots.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { OutboundFailed, OutboundRefused, readAtMost, TooLarge } from '../../../platform/outbound/index.ts'
import { newToken } from '../../../platform/secrets/tokens.ts'
import { media } from '../../agents/index.ts'
import type { ConversationDeps, KeepMedia } from '../deps.ts'
import { findPulled, insertPulled, type PulledMedia } from './queries.ts'

type Deps = Pick<ConversationDeps, 'db' | 'world' | 'gatewayPublicUrl' | 'log'>

const mostBytes = 16 * 1024 * 1024
/** Of all agents of the process: each may hold 16 MB. */
const mostPulls = 4

/** Files under our own address: what a message shows, and what people send. Each source is read once. */
export function mediaKeeperOf({ db, world, gatewayPublicUrl, log }: Deps): KeepMedia {
  const slots = createFairSlots({ slots: mostPulls, reserve: 1 })

  async function pull(agent: AgentKey, hash: Buffer, key: string, open: () => Promise<Response>): Promise<PulledMedia> {
    const response = await open()
    if (!response.ok) {
      await response.body?.cancel()
      throw new OutboundFailed(`answered ${response.status}`)
    }
    const file = { name: nameIn(key), bytes: await readAtMost(response, mostBytes).catch(brokenOff) }
    const { name, contentType, content, sha256 } = await media.takeIn({ file }, unused)
    const made = { name, contentType, token: newToken(world, ''), content, sha256, hash, now: world.now() }
    await insertPulled(db, agent, made)
    return (await findPulled(db, agent, { hash, now: world.now() })) ?? made
  }

  return async (agent, key, open) => {
    const hash = createHash('sha256').update(key).digest()
    try {
      const inTurn = () => slots.run({ tenant: agent.orgId }, () => pull(agent, hash, key, open))
      const kept = (await findPulled(db, agent, { hash, now: world.now() })) ?? (await inTurn())
      const name = encodeURIComponent([...kept.name].slice(0, 60).join(''))
      return { url: `${gatewayPublicUrl}/media/${kept.token}/${name}`, mediaType: kept.contentType }
    } catch (error) {
      if (!isUnreachable(error)) throw error
      log.debug({ agent: agent.id, err: error }, 'a file could not be had')
      return undefined
    }
  }
}

/** What was answered came only in part. */
const brokenOff = (error: unknown): never => {
  throw error instanceof TooLarge ? error : new OutboundFailed('the connection was cut')
}

const unused = (): never => {
  throw new Error('a file that is there is not fetched')
}

/** It is not there, may not be called, is too large, or is nothing that a channel shows. */
function isUnreachable(error: unknown): boolean {
  const expected = [OutboundFailed, OutboundRefused, TooLarge, Problem]
  return expected.some((kind) => error instanceof kind) || (error instanceof Error && error.name === 'TimeoutError')
}

function nameIn(key: string): string {
  return URL.canParse(key) ? (new URL(key).pathname.split('/').at(-1) ?? 'file') : 'file'
}
