import '../../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor, within } from '@testing-library/react'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/emulator.ts'
import { jsonResponse, problemResponse } from '../../../../testing/api.ts'
import { assertAbsent } from '../../../../testing/elements.ts'
import { type TestPage, withTestPage } from '../../../../testing/page.tsx'
import { EmulatorLinksPage } from './EmulatorLinksPage.tsx'

const { links } = strings
const link = { id: 'l1', label: 'Press', createdAt: '2026-01-01T00:00:00Z', expiresAt: '2027-01-01T00:00:00Z' }
const address = 'https://parley.test/play/abc'
const press = async ({ user }: TestPage, name: string) => user.click(await screen.findByRole('button', { name }))
const findDialog = (name: string) => screen.findByRole('dialog', { name })

const labUrl = 'https://gateway.test/lab'
const gateway = { accessToken: { set: false }, signingSecret: { set: false } }

async function openLinks({ api, open }: TestPage, more: { labUrl?: string } = {}): Promise<void> {
  api.answer('GET /gateway', jsonResponse({ ...gateway, ...more }))
  api.answer('GET /emulator-links', jsonResponse({ data: [link] }))
  await open(<EmulatorLinksPage />)
  await screen.findByText('Press')
}

test(
  'the page links to the handset lab while the lab is on',
  withTestPage(async (page) => {
    await openLinks(page, { labUrl })
    const lab = await screen.findByRole('link', { name: strings.tabs.lab })
    assert.equal(lab.getAttribute('href'), labUrl)
  }),
)

test(
  'the page does not mention the handset lab while the lab is off',
  withTestPage(async (page) => {
    await openLinks(page)
    await waitFor(() => assert.equal(page.api.sent('GET /gateway').length, 1))
    assert.equal(screen.queryByRole('link', { name: strings.tabs.lab }), null)
  }),
)

/** Opens the dialog, enters a label, and submits it. */
async function make(page: TestPage): Promise<void> {
  await openLinks(page)
  await press(page, links.create)
  await findDialog(links.createTitle)
  await page.user.click(screen.getByLabelText(links.name))
  await page.user.paste('Partner')
  await press(page, links.make)
}

test(
  'a dialog that has saved shows the result, closes without a question and reloads the list',
  withTestPage(async (page) => {
    page.api.answer('POST /emulator-links', jsonResponse({ ...link, id: 'l2', label: 'Partner', url: address }))
    await make(page)
    const made = await findDialog(links.createdTitle)
    assert.equal(within(made).getByLabelText<HTMLInputElement>(links.address).value, address)
    await page.user.keyboard('{Escape}')
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.deepEqual(page.api.sent('POST /emulator-links')[0]?.body, { label: 'Partner' })
    assert.equal(page.api.sent('GET /emulator-links').length, 2)
  }),
)

test(
  'a dialog whose save is refused stays open, with the reason at the field',
  withTestPage(async (page) => {
    const errors = [{ field: 'label', message: 'is too long' }]
    page.api.answer('POST /emulator-links', problemResponse(422, 'request.invalid', { errors }))
    await make(page)
    await screen.findByText('is too long')
    const label = screen.getByLabelText<HTMLInputElement>(links.name)
    assert.equal(label.value, 'Partner')
    assert.equal(label.getAttribute('aria-invalid'), 'true')
    await page.user.keyboard('{Escape}')
    await findDialog(common.save.closeTitle)
    await press(page, common.save.close)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
  }),
)

test(
  'a dialog that could not save stays open with the typed text',
  withTestPage(async (page) => {
    page.api.answer('POST /emulator-links', problemResponse(403, 'auth.forbidden'))
    await make(page)
    const alert = await screen.findByRole('alert')
    within(alert).getByText(common.error.forbidden)
    assert.equal(screen.getByLabelText<HTMLInputElement>(links.name).value, 'Partner')
  }),
)

test(
  'an irreversible action runs only after a confirmation',
  withTestPage(async (page) => {
    page.api.answer('DELETE /emulator-links/l1', new Response(null, { status: 204 }))
    await openLinks(page)
    await press(page, links.revoke('Press'))
    const question = await findDialog(links.revokeTitle('Press'))
    await page.user.click(within(question).getByRole('button', { name: common.confirm.cancel }))
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(page.api.sent('DELETE /emulator-links/l1').length, 0)
    await press(page, links.revoke('Press'))
    await page.user.click(
      within(await findDialog(links.revokeTitle('Press'))).getByRole('button', { name: links.revokeWord }),
    )
    await screen.findByText(links.revoked)
    assert.equal(page.api.sent('DELETE /emulator-links/l1').length, 1)
  }),
)

test(
  'a failed action shows the reason',
  withTestPage(async (page) => {
    page.api.answer('DELETE /emulator-links/l1', problemResponse(404, 'resource.not_found'))
    await openLinks(page)
    await press(page, links.revoke('Press'))
    await page.user.click(
      within(await findDialog(links.revokeTitle('Press'))).getByRole('button', { name: links.revokeWord }),
    )
    await screen.findByText(common.error.notFound)
  }),
)
