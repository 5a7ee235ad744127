import { z } from 'zod'
import { notFound } from '../../platform/http/problem.ts'
import { agentRoute, openRoute } from '../../platform/http/route.ts'
import type { Definitions } from '../agents/index.ts'
import {
  EmulatorLink,
  EmulatorLinkCreate,
  EmulatorSession,
  EmulatorSitting,
  linkUrl,
  mintGrant,
  NewEmulatorLink,
} from './grant.ts'
import { deleteEmulatorLink, insertGrant, type LinkRow, listEmulatorLinks, readEmulatorSession } from './queries.ts'

const tag = 'Emulator'
const write = { role: 'editor', scope: 'agents:write', tag } as const

const linkRoutes = ({ publicUrl, definitions }: EmulatorDeps) => {
  const serializeLink = (row: LinkRow): EmulatorLink => ({
    id: row.id,
    label: row.label ?? undefined,
    draftId: row.draftId ?? undefined,
    url: linkUrl(publicUrl, undefined),
    expiresAt: row.expiresAt?.toISOString(),
    createdAt: row.createdAt.toISOString(),
  })

  return [
    agentRoute({
      role: 'viewer',
      scope: 'agents:read',
      tag,
      method: 'GET',
      path: '/emulator-links',
      summary: 'List the emulator links of the agent, without their tokens',
      response: z.strictObject({ data: z.array(EmulatorLink) }),
      handle: async ({ tx, agent }) => ({ data: (await listEmulatorLinks(tx, agent)).map(serializeLink) }),
    }),
    agentRoute({
      ...write,
      method: 'POST',
      path: '/emulator-links',
      summary: 'Create a standalone emulator link',
      description: 'Anyone with the link can play the personas of this agent, and nothing else.',
      body: EmulatorLinkCreate,
      response: NewEmulatorLink,
      status: 201,
      problems: ['agent.draft.not_found'],
      handle: async ({ tx, agent, body, world }) => {
        const { label, draftId } = body
        if (draftId !== undefined) await definitions.useDraft(tx, agent, draftId)
        const { token, ...minted } = mintGrant('link', world)
        await insertGrant(tx, agent, { token, ...minted }, { label, draftId })
        const row = {
          id: minted.id,
          label: label ?? null,
          draftId: draftId ?? null,
          createdAt: minted.now,
          expiresAt: null,
        }
        return { ...serializeLink(row), url: linkUrl(publicUrl, token), token }
      },
    }),
    agentRoute({
      ...write,
      method: 'DELETE',
      path: '/emulator-links/:linkId',
      summary: 'Revoke an emulator link; its token stops working at once',
      handle: async ({ tx, agent, params }) => {
        if (!(await deleteEmulatorLink(tx, agent, params.linkId))) throw notFound()
      },
    }),
  ]
}

const sessionRoutes = [
  agentRoute({
    ...write,
    method: 'POST',
    path: '/emulator-sessions',
    summary: 'Create an emulator token that lasts two hours',
    response: EmulatorSitting,
    status: 201,
    audited: false,
    handle: async ({ tx, agent, world }) => {
      const minted = mintGrant('sitting', world)
      await insertGrant(tx, agent, minted)
      return { token: minted.token, expiresAt: minted.expiresAt?.toISOString() as string }
    },
  }),
  openRoute({
    access: { kind: 'emulator' },
    tag,
    method: 'GET',
    path: '/emulator/session',
    summary: 'Read the org and agent of the emulator grant',
    response: EmulatorSession,
    handle: async ({ tx, caller }) => {
      if (caller.kind !== 'emulator') throw notFound()
      const session = await readEmulatorSession(tx, { key: caller.agentKey, id: caller.agentId, orgId: caller.orgId })
      if (!session) throw notFound()
      return { ...session, expiresAt: caller.expiresAt?.toISOString() }
    },
  }),
]

export type EmulatorDeps = { publicUrl: string; definitions: Pick<Definitions, 'useDraft'> }

export const emulatorRoutes = (deps: EmulatorDeps) => [...linkRoutes(deps), ...sessionRoutes]
