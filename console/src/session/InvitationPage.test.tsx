import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { strings } from '#i18n/session.ts'
import { jsonResponse, problemResponse } from '../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../testing/elements.ts'
import { origin } from '../../testing/globals.ts'
import { type TestPage, withTestPage } from '../../testing/page.tsx'
import { InvitationPage } from './InvitationPage.tsx'
import { currentSession, signOut } from './session.ts'

const { invitation: texts } = strings
const review = `POST ${origin}/v1/auth/review-invitation`
const accept = `POST ${origin}/v1/auth/accept-invitation`
const invited = {
  ...{ org: { id: 'acme', name: 'Acme' }, email: 'robin@example.com', role: 'frontDesk', account: 'new' },
  expiresAt: '2100-01-01T00:00:00Z',
}
const session = {
  ...{ token: 'a-token', expiresAt: '2100-01-01T00:00:00Z' },
  ...{ user: { id: 'user-1', email: 'robin@example.com' }, org: { id: 'acme', role: 'frontDesk' } },
}

async function openLink({ api, open }: TestPage, answer: Response) {
  window.location.hash = '#inv_1'
  api.answer(`GET ${origin}/v1/auth/methods`, jsonResponse({ password: true }))
  api.answer(`DELETE ${origin}/v1/auth/sessions/current`, new Response(null, { status: 204 }))
  api.answer(review, answer)
  await open(<InvitationPage />)
}
const field = (label: string) => screen.findByLabelText(label, { exact: false, selector: 'input' })
const bodies = ({ api }: TestPage) => api.sent(accept).map(({ body }) => body)

test(
  'a person without an account joins with a name and a password',
  withTestPage(async (page) => {
    page.api.answer(
      accept,
      problemResponse(422, 'request.invalid', { errors: [{ field: 'password', message: 'is too short' }] }),
      jsonResponse(session),
    )
    await openLink(page, jsonResponse(invited))
    const { user } = page
    await user.type(await field(texts.name), 'Robin')
    await user.type(await field(texts.password), 'short')
    assertAbsent(screen.queryByLabelText(texts.accountPassword, { exact: false }))
    await user.click(screen.getByRole('button', { name: texts.join }))
    assertPresent(await screen.findByText('is too short'))
    await user.type(await field(texts.password), ' no more')
    await user.click(screen.getByRole('button', { name: texts.join }))
    await waitFor(() => assert.equal(currentSession()?.user.email, 'robin@example.com'))
    assert.deepEqual(bodies(page), [
      { token: 'inv_1', password: 'short', name: 'Robin' },
      { token: 'inv_1', password: 'short no more', name: 'Robin' },
    ])
    signOut()
    await waitFor(() => assert.equal(page.api.sent(`DELETE ${origin}/v1/auth/sessions/current`).length, 1))
  }),
)

test(
  'an account that exists is asked for its password, and for a code if it has a second factor',
  withTestPage(async (page) => {
    page.api.answer(
      accept,
      problemResponse(401, 'auth.unauthenticated'),
      problemResponse(401, 'auth.second_factor_required'),
      jsonResponse(session),
    )
    await openLink(page, jsonResponse({ ...invited, account: 'existing' }))
    const { user } = page
    const join = () => user.click(screen.getByRole('button', { name: texts.join }))
    await user.type(await field(texts.accountPassword), 'mine')
    await user.type(await field(texts.password), 'a quiet lantern')
    await join()
    assertPresent(await screen.findByText(texts.wrongAccount))
    await join()
    await user.type(await field(strings.code), '123456')
    await join()
    await waitFor(() => assert.equal(currentSession()?.lastOrg, 'acme'))
    const body = { token: 'inv_1', password: 'a quiet lantern', accountPassword: 'mine' }
    assert.deepEqual(bodies(page), [body, body, { ...body, code: '123456' }])
    signOut()
    await waitFor(() => assert.equal(page.api.sent(`DELETE ${origin}/v1/auth/sessions/current`).length, 1))
  }),
)

test(
  'a link that does not work says so, and whom to ask',
  withTestPage(async (page) => {
    await openLink(page, problemResponse(404, 'auth.invitation_invalid'))
    assertPresent(await screen.findByText(texts.invalidText))
    assertAbsent(screen.queryByRole('button', { name: texts.join }))
  }),
)
