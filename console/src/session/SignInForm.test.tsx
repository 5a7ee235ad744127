import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { strings } from '#i18n/session.ts'
import { jsonResponse, problemResponse } from '../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../testing/elements.ts'
import { origin } from '../../testing/globals.ts'
import { type TestPage, withTestPage } from '../../testing/page.tsx'
import { SignInForm } from './SignInForm.tsx'
import { currentSession, signOut } from './session.ts'

const signIn = `POST ${origin}/v1/auth/sign-in`
const wanted = problemResponse(401, 'auth.second_factor_required')
const session = {
  ...{ token: 'a-token', expiresAt: '2100-01-01T00:00:00Z' },
  ...{ user: { id: 'user-1', email: 'ada@example.com' }, org: { id: 'acme', role: 'editor' } },
}

async function openForm({ api, open, user }: TestPage) {
  api.answer(`GET ${origin}/v1/auth/methods`, jsonResponse({ password: true }))
  api.answer(`DELETE ${origin}/v1/auth/sessions/current`, new Response(null, { status: 204 }))
  await open(<SignInForm back="/agent" />)
  await user.type(await screen.findByLabelText(strings.email, { exact: false }), 'ada@example.com')
  await user.type(screen.getByLabelText(strings.password, { exact: false, selector: 'input' }), 'quiet harbour')
  await user.click(screen.getByRole('button', { name: strings.signIn }))
}
const codeField = () => screen.findByLabelText(strings.code, { exact: false })
const bodies = ({ api }: TestPage) => api.sent(signIn).map(({ body }) => body)
const account = { email: 'ada@example.com', password: 'quiet harbour' }

test(
  'for an account with a second factor the form asks for a code and sends it with the password',
  withTestPage(async (page) => {
    page.api.answer(signIn, wanted, jsonResponse(session))
    await openForm(page)
    await page.user.type(await codeField(), '123456')
    assertAbsent(screen.queryByRole('alert'))
    await page.user.click(screen.getByRole('button', { name: strings.signIn }))
    await waitFor(() => assert.equal(currentSession()?.user.email, 'ada@example.com'))
    assert.deepEqual(bodies(page), [account, { ...account, code: '123456' }])
    signOut()
    await waitFor(() => assert.equal(page.api.sent(`DELETE ${origin}/v1/auth/sessions/current`).length, 1))
  }),
)

test(
  'the form reports a wrong code, and the user can start over',
  withTestPage(async (page) => {
    page.api.answer(signIn, wanted)
    await openForm(page)
    await page.user.type(await codeField(), '000000')
    await page.user.click(screen.getByRole('button', { name: strings.signIn }))
    await screen.findByText(strings.codeWrong)
    assertPresent(await codeField())
    await page.user.click(screen.getByRole('button', { name: strings.startOver }))
    assertPresent(await screen.findByLabelText(strings.email, { exact: false }))
    assertAbsent(screen.queryByRole('alert'))
  }),
)

test(
  'the form reports a wrong password and asks for no code',
  withTestPage(async (page) => {
    page.api.answer(signIn, problemResponse(401, 'auth.unauthenticated'))
    await openForm(page)
    await screen.findByText(strings.wrong)
    assertAbsent(screen.queryByLabelText(strings.code, { exact: false }))
  }),
)
