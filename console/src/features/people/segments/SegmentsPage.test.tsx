import '../../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor, within } from '@testing-library/react'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/people.ts'
import { jsonResponse, problemResponse } from '../../../../testing/api.ts'
import { assertAbsent } from '../../../../testing/elements.ts'
import { type TestPage, withTestPage } from '../../../../testing/page.tsx'
import type { OrgRole } from '../../../app/current-org.ts'
import { SegmentsPage } from './SegmentsPage.tsx'

const { segments } = strings
const list = 'GET /segments?limit=50'
const segment = (id: string, name: string) => ({ id, name, filter: {}, updatedAt: '2026-01-01T00:00:00Z' })
const vip = segment('s1', 'VIP')
const recent = segment('s2', 'Recent')
const first = jsonResponse({ data: [vip], nextPageToken: 'next' })
const both = jsonResponse({ data: [vip, recent] })
const findName = (name: string) => screen.findByRole('link', { name })
const press = async ({ user }: TestPage, name: string) => user.click(await screen.findByRole('button', { name }))

async function openSegments({ api, open }: TestPage, answers: Response[], role?: OrgRole): Promise<void> {
  api.answer(list, ...answers)
  api.answer('GET /people-fields', jsonResponse({ fields: [] }))
  api.answer('GET /scheduling', jsonResponse({ representatives: [] }))
  for (const { id } of [vip, recent]) api.answer(`GET /segments/${id}/count`, jsonResponse({ count: 1_234 }))
  await open(<SegmentsPage />, { role })
}

test(
  'a list shows the second page below the first on request',
  withTestPage(async (page) => {
    page.api.answer('GET /segments?pageToken=next&limit=50', jsonResponse({ data: [recent] }))
    await openSegments(page, [first])
    await findName('VIP')
    assertAbsent(screen.queryByRole('link', { name: 'Recent' }))
    await press(page, common.table.more)
    await findName('Recent')
    await findName('VIP')
    await waitFor(() => assertAbsent(screen.queryByRole('button', { name: common.table.more })))
    assert.equal((await screen.findAllByText('1,234')).length, 2)
  }),
)

test(
  'a list that failed to load says so, and a retry loads it',
  withTestPage(async (page) => {
    await openSegments(page, [problemResponse(403, 'auth.forbidden'), both])
    const alert = await screen.findByRole('alert')
    assertAbsent(screen.queryByRole('table'))
    await page.user.click(within(alert).getByRole('button', { name: common.error.retry }))
    await findName('VIP')
    assertAbsent(screen.queryByRole('alert'))
  }),
)

test(
  'an empty list explains how to start and offers the first action',
  withTestPage(async (page) => {
    await openSegments(page, [jsonResponse({ data: [] })])
    await screen.findByText(segments.emptyTitle)
    const [begin] = screen.getAllByRole('button', { name: segments.new })
    await page.user.click(begin as HTMLElement)
    await screen.findByRole('dialog', { name: segments.newTitle })
  }),
)

test(
  'a list offers viewers no actions',
  withTestPage(async (page) => {
    await openSegments(page, [both], 'viewer')
    await findName('VIP')
    assertAbsent(screen.queryByRole('button', { name: segments.delete('VIP') }))
    assertAbsent(screen.queryByRole('button', { name: segments.new }))
  }),
)

test(
  'a deleted row disappears at once, and undo restores it',
  withTestPage(async (page) => {
    await openSegments(page, [both])
    await press(page, segments.delete('VIP'))
    await waitFor(() => assertAbsent(screen.queryByRole('link', { name: 'VIP' })))
    await findName('Recent')
    await press(page, common.deleted.undo)
    await findName('VIP')
    assert.equal(page.api.sent('DELETE /segments/s1').length, 0)
  }),
)

test(
  'closing the page deletes the row on the server',
  withTestPage(async (page) => {
    page.api.answer('DELETE /segments/s1', new Response(null, { status: 204 }))
    await openSegments(page, [both])
    await press(page, segments.delete('VIP'))
    await screen.findByText(common.deleted.done('VIP'))
    assert.equal(page.api.sent('DELETE /segments/s1').length, 0)
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => assert.equal(page.api.sent('DELETE /segments/s1').length, 1))
  }),
)

test(
  'a row that the server does not delete reappears with the reason',
  withTestPage(async (page) => {
    page.api.answer('DELETE /segments/s1', problemResponse(409, 'resource.in_use', { detail: 'A campaign uses it' }))
    await openSegments(page, [both])
    await press(page, segments.delete('VIP'))
    await screen.findByText(common.deleted.done('VIP'))
    window.dispatchEvent(new Event('pagehide'))
    await findName('VIP')
    await screen.findByText(common.deleted.failed('VIP'))
    await screen.findByText(/A campaign uses it/)
  }),
)
