import type { Db } from '../../../../platform/db/database.ts'
import { pageQuery } from '../../../../platform/http/page.ts'
import { notFound, problem } from '../../../../platform/http/problem.ts'
import { buckets, consumeToken, rateLimitedProblem } from '../../../../platform/http/rate-limit.ts'
import { type OrgKey, orgRoute, type Route } from '../../../../platform/http/route.ts'
import { listSchema } from '../../../../platform/http/schemas.ts'
import { hashToken } from '../../../../platform/secrets/tokens.ts'
import { dayMilliseconds, type World } from '../../../../platform/world.ts'
import { findAccountByEmail } from '../../accounts/queries.ts'
import { assertOwnerFor, resolveAccess } from '../../members/membership.ts'
import { findMember } from '../../members/queries.ts'
import { lockOrg } from '../../queries.ts'
import { Invitation, InvitationCreate, invitationDays } from '../invitation.ts'
import { generateInvitationToken, invitationLink } from '../mail.ts'
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  type InvitationWay,
  insertInvitation,
  listInvitations,
  renewInvitation,
} from '../queries.ts'
import { nudgeInvitations } from '../worker.ts'

/** `sendsMail`: whether the installation has a mail server; otherwise answers contain the links. */
export type InvitationDeps = { publicUrl: string; sendsMail: boolean }

const admin = { role: 'admin', scope: 'org:admin', tag: 'Members' } as const
const maxInvitations = 200

const conflict = (detail: string) => problem('resource.conflict', 409, { detail })

const expiryOf = (now: Date): Date => new Date(now.getTime() + invitationDays * dayMilliseconds)

/** Mails go to people who may not expect them. */
async function limitMails(db: Db, org: OrgKey, now: Date): Promise<void> {
  const level = await consumeToken(db, `invitation:${org.id}`, buckets.invitation, now)
  if (!level.allowed) throw rateLimitedProblem(level, buckets.invitation)
}

/** With a mail server the worker makes the link; otherwise it is made here, and shown once. */
function prepareWay({ publicUrl, sendsMail }: InvitationDeps, world: World): { way: InvitationWay; link?: string } {
  if (sendsMail) return { way: { mailAt: world.now() } }
  const token = generateInvitationToken(world)
  return { way: { tokenHash: hashToken(token) }, link: invitationLink(publicUrl, token) }
}

export const invitationRoutes = (deps: InvitationDeps): Route[] => [
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/invitations',
    summary: 'List the invitations that were not accepted yet, newest first',
    description: `An invitation works for ${invitationDays} days; then it is deleted.`,
    query: pageQuery,
    response: listSchema(Invitation),
    handle: ({ tx, org, query, world }) => listInvitations(tx, org, query, world.now()),
  }),
  createRoute(deps),
  resendRoute(deps),
  orgRoute({
    ...admin,
    method: 'DELETE',
    path: '/invitations/:invitationId',
    summary: 'Withdraw an invitation: its link stops working',
    find: async ({ tx, org, params, world }) =>
      (await lockOrg(tx, org)) && findInvitation(tx, org, params.invitationId, world.now()),
    handle: ({ tx, org, found, caller }) => {
      assertOwnerFor(caller, found.role)
      return deleteInvitation(tx, org, found.id)
    },
  }),
]

function createRoute(deps: InvitationDeps): Route {
  return orgRoute({
    ...admin,
    method: 'POST',
    path: '/invitations',
    summary: 'Invite a person to the org',
    description:
      `By mail, with a link that works once and for ${invitationDays} days. If the installation has no mail server (SMTP_URL), ` +
      'the answer contains the link, once: pass it on to the person alone. A signed-in admin who is not an owner cannot invite an owner. ' +
      'Invitations end with the rights of the member who made them.',
    body: InvitationCreate,
    response: Invitation,
    status: 201,
    problems: ['resource.conflict', 'request.rate_limited'],
    prepare: ({ tx, org, world }) => limitMails(tx, org, world.now()),
    find: ({ tx, org }) => lockOrg(tx, org),
    handle: async ({ tx, org, body, caller, world }) => {
      assertOwnerFor(caller, body.role)
      const { email, name = null } = body
      const access = await resolveAccess(tx, org, body)
      const account = await findAccountByEmail(tx, email)
      if (account && (await findMember(tx, org, account.id))) throw conflict(`${email} is already a member of this org`)
      if ((await countInvitations(tx, org)) >= maxInvitations)
        throw conflict(`An org has at most ${maxInvitations} open invitations; withdraw one first`)
      const [now, id, { way, link }] = [world.now(), world.newId('inv'), prepareWay(deps, world)]
      const invitation = { ...access, id, email, name, invitedBy: caller.id, now, expiresAt: expiryOf(now) }
      if (!(await insertInvitation(tx, org, invitation, way)))
        throw conflict(`${email} is invited already; send that invitation again instead`)
      if (deps.sendsMail) nudgeInvitations(tx)
      return { ...((await findInvitation(tx, org, id, now)) as Invitation), ...(link !== undefined && { link }) }
    },
  })
}

function resendRoute(deps: InvitationDeps): Route {
  return orgRoute({
    ...admin,
    method: 'POST',
    path: '/invitations/:invitationId/_resend',
    summary: 'Send an invitation again, with a new link',
    description: `The link before stops working; the new one works for ${invitationDays} days. Without a mail server, the answer contains it.`,
    response: Invitation,
    problems: ['request.rate_limited'],
    prepare: ({ tx, org, world }) => limitMails(tx, org, world.now()),
    find: async ({ tx, org, params, world }) =>
      (await lockOrg(tx, org)) && findInvitation(tx, org, params.invitationId, world.now()),
    handle: async ({ tx, org, found, caller, world }) => {
      assertOwnerFor(caller, found.role)
      const [now, { way, link }] = [world.now(), prepareWay(deps, world)]
      await renewInvitation(tx, org, found.id, { expiresAt: expiryOf(now), way })
      if (deps.sendsMail) nudgeInvitations(tx)
      const renewed = await findInvitation(tx, org, found.id, now)
      if (!renewed) throw notFound()
      return { ...renewed, ...(link !== undefined && { link }) }
    },
  })
}
