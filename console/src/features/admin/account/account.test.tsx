import '../../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor, within } from '@testing-library/react'
import { strings } from '#i18n/account.ts'
import { strings as admin } from '#i18n/admin.ts'
import { jsonResponse, problemResponse } from '../../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../../testing/elements.ts'
import { origin } from '../../../../testing/globals.ts'
import { withTestPage } from '../../../../testing/page.tsx'
import { SecondFactorCard } from './AccountPage.tsx'
import { MySessions } from './MySessions.tsx'

const { secondFactor: texts, sessions } = strings
const at = `${origin}/v1/auth/second-factor`
const button = (name: string) => screen.findByRole('button', { name })
const field = (label: string) => screen.findByLabelText(label, { exact: false, selector: 'input' })
const done = () => new Response(null, { status: 204 })

test(
  'a user sets up a second factor with password, app and code; the recovery codes appear once',
  withTestPage(async ({ api, open, user }) => {
    const otpauthUrl = 'otpauth://totp/Parley?secret=GEZDGNBVGY3TQOJQ'
    api.answer(`GET ${at}`, jsonResponse({ enabled: false }), jsonResponse({ enabled: true, recoveryCodesLeft: 10 }))
    api.answer(
      `POST ${at}`,
      problemResponse(422, 'request.invalid', {
        errors: [{ field: 'password', message: 'is not the current password' }],
      }),
      jsonResponse({ secret: 'GEZDGNBVGY3TQOJQ', otpauthUrl }),
    )
    api.answer(`POST ${at}/_confirm`, jsonResponse({ recoveryCodes: ['abcd-efgh-ijkl-mnop', 'qrst-uvwx-yz23-4567'] }))
    await open(<SecondFactorCard />)
    await user.click(await button(texts.setUp))
    await user.type(await field(strings.account.currentPassword), 'quiet')
    await user.click(await button(texts.next))
    await screen.findByText(/is not the current password/i)
    const password = await field(strings.account.currentPassword)
    assert.equal(password.getAttribute('aria-invalid'), 'true')
    assert.equal(document.activeElement, password)
    await user.click(await button(texts.next))
    await screen.findByText('GEZD GNBV GY3T QOJQ')
    assert.equal(screen.getByRole('link', { name: texts.openApp }).getAttribute('href'), otpauthUrl)
    assertPresent(screen.getByTitle(texts.qrCode))
    await user.type(await field(texts.code), '123456')
    await user.click(await button(texts.switchOn))
    await screen.findByText(/abcd-efgh-ijkl-mnop/)
    assert.deepEqual(api.sent(`POST ${at}/_confirm`)[0]?.body, { code: '123456' })
    await user.click(await button(admin.confirmSaved))
    await screen.findByText(texts.codesLeft(10))
    assertAbsent(screen.queryByText(/abcd-efgh-ijkl-mnop/))
  }),
)

test(
  'removing the second factor sends the password and a code, and shows which of them is wrong',
  withTestPage(async ({ api, open, user }) => {
    api.answer(`GET ${at}`, jsonResponse({ enabled: true, recoveryCodesLeft: 9 }), jsonResponse({ enabled: false }))
    const wrong = { errors: [{ field: 'code', message: 'is wrong, or was already used' }] }
    api.answer(`POST ${at}/_remove`, problemResponse(422, 'request.invalid', wrong), done())
    await open(<SecondFactorCard />)
    await user.click(await button(texts.remove))
    await user.type(await field(strings.account.currentPassword), 'quiet')
    await user.type(await field(texts.anyCode), '000000')
    const dialog = await screen.findByRole('dialog', { name: texts.removeTitle })
    const submit = () => user.click(within(dialog).getByRole('button', { name: texts.remove }))
    await submit()
    await screen.findByText(/is wrong, or was already used/i)
    await submit()
    await button(texts.setUp)
    assert.deepEqual(api.sent(`POST ${at}/_remove`)[0]?.body, { password: 'quiet', code: '000000' })
  }),
)

const times = {
  createdAt: '2030-01-31T09:00:00Z',
  lastUsedAt: '2030-01-31T10:00:00Z',
  expiresAt: '2030-01-31T21:00:00Z',
}
const mine = { id: 'ses_1', client: 'Firefox on Linux', address: '203.0.113.x', current: true, ...times }
const other = { id: 'ses_2', client: 'curl/8.5.0', current: false, ...times }

test(
  'a user can end every session but the current one, one by one or all at once',
  withTestPage(async ({ api, open, user }) => {
    const path = `${origin}/v1/auth/sessions`
    const three = { data: [mine, other, { ...other, id: 'ses_3', client: undefined }] }
    api.answer(
      `GET ${path}`,
      jsonResponse(three),
      jsonResponse({ data: [mine, other] }),
      jsonResponse({ data: [mine] }),
    )
    api.answer(`DELETE ${path}/ses_3`, done())
    api.answer(`POST ${path}/_endOthers`, done())
    await open(<MySessions />)
    await user.click(await button(sessions.endOne(sessions.unknownClient)))
    await waitFor(() => assertAbsent(screen.queryByText(sessions.unknownClient)))
    assertAbsent(screen.queryByRole('button', { name: sessions.endOne('Firefox on Linux') }))
    await user.click(await button(sessions.endOthers))
    await waitFor(() => assertAbsent(screen.queryByText('curl/8.5.0')))
    assertAbsent(screen.queryByRole('button', { name: sessions.endOthers }))
  }),
)
