import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { words } from '#words/session.ts'
import { json, problem } from '../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../testing/elements.ts'
import { origin } from '../../testing/globals.ts'
import { onPage, type Page } from '../../testing/page.tsx'
import { SignInForm } from './SignInForm.tsx'
import { currentSession, signOut } from './session.ts'

const signIn = `POST ${origin}/v1/auth/sign-in`
const wanted = problem(401, 'auth.second_factor_required')
const session = {
  ...{ token: 'a-token', expiresAt: '2100-01-01T00:00:00Z' },
  ...{ user: { id: 'user-1', email: 'ada@example.com' }, org: { id: 'acme', role: 'editor' } },
}

async function openForm({ api, open, user }: Page) {
  api.answer(`GET ${origin}/v1/auth/methods`, json({ password: true }))
  api.answer(`DELETE ${origin}/v1/auth/sessions/current`, new Response(null, { status: 204 }))
  await open(<SignInForm back="/agent" />)
  await user.type(await screen.findByLabelText(words.email, { exact: false }), 'ada@example.com')
  await user.type(screen.getByLabelText(words.password, { exact: false, selector: 'input' }), 'quiet harbour')
  await user.click(screen.getByRole('button', { name: words.signIn }))
}
const codeField = () => screen.findByLabelText(words.code, { exact: false })
const bodies = ({ api }: Page) => api.sent(signIn).map(({ body }) => body)
const account = { email: 'ada@example.com', password: 'quiet harbour' }

test(
  'where there is a second factor, the form asks for a code and sends it with what was typed before',
  onPage(async (page) => {
    page.api.answer(signIn, wanted, json(session))
    await openForm(page)
    await page.user.type(await codeField(), '123456')
    assertAbsent(screen.queryByRole('alert'))
    await page.user.click(screen.getByRole('button', { name: words.signIn }))
    await waitFor(() => assert.equal(currentSession()?.user.email, 'ada@example.com'))
    assert.deepEqual(bodies(page), [account, { ...account, code: '123456' }])
    signOut()
    await waitFor(() => assert.equal(page.api.sent(`DELETE ${origin}/v1/auth/sessions/current`).length, 1))
  }),
)

test(
  'a wrong code is told, and one can start over',
  onPage(async (page) => {
    page.api.answer(signIn, wanted)
    await openForm(page)
    await page.user.type(await codeField(), '000000')
    await page.user.click(screen.getByRole('button', { name: words.signIn }))
    await screen.findByText(words.codeWrong)
    assertPresent(await codeField())
    await page.user.click(screen.getByRole('button', { name: words.startOver }))
    assertPresent(await screen.findByLabelText(words.email, { exact: false }))
    assertAbsent(screen.queryByRole('alert'))
  }),
)

test(
  'a wrong password is told as such, and no code is asked for',
  onPage(async (page) => {
    page.api.answer(signIn, problem(401, 'auth.unauthenticated'))
    await openForm(page)
    await screen.findByText(words.wrong)
    assertAbsent(screen.queryByLabelText(words.code, { exact: false }))
  }),
)
