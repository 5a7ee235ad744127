import { notFound } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import { listSchema } from '../../../../platform/http/schemas.ts'
import { deleteAccountSession, endOtherSessions, listAccountSessions } from '../sessions/queries.ts'
import { AccountSession, serializeSession } from '../sessions/sessions.ts'
import { requireUser, signedInOnly } from './require-user.ts'

export const ownSessionRoutes = [
  openRoute({
    ...signedInOnly,
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List the sessions of the signed-in user in the org, the one used last in front',
    description:
      'An ID token of the OpenID Connect issuer that is used as it is, is no session of ours. For users only.',
    answer: listSchema(AccountSession),
    problems: ['resource.not_found'],
    handle: async ({ tx, caller, world }) => {
      const { id, orgId, sessionId } = requireUser(caller)
      const rows = await listAccountSessions(tx, { id: orgId }, id, world.now())
      return { data: rows.map((row) => serializeSession(row, sessionId)) }
    },
  }),
  openRoute({
    ...signedInOnly,
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    summary: 'End a session of the signed-in user at once',
    description: '`current` is the one that asks: that is signing out. For users only.',
    problems: ['resource.not_found'],
    handle: async ({ tx, caller, params }) => {
      const { id, orgId, sessionId } = requireUser(caller)
      const meant = params.sessionId === 'current' ? sessionId : params.sessionId
      if (meant === undefined || !(await deleteAccountSession(tx, { id: orgId }, id, meant))) throw notFound()
    },
  }),
  openRoute({
    ...signedInOnly,
    method: 'POST',
    path: '/auth/sessions/_endOthers',
    summary: 'End every other session of the signed-in user in the org',
    description: 'For users only.',
    problems: ['resource.not_found'],
    handle: async ({ tx, caller }) => {
      const { id, orgId, sessionId } = requireUser(caller)
      await endOtherSessions(tx, { id: orgId }, id, sessionId)
    },
  }),
]
