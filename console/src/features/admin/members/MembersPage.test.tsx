import '../../../../testing/globals.ts'

import { test } from 'node:test'
import { screen } from '@testing-library/react'
import { strings } from '#i18n/admin.ts'
import { jsonResponse } from '../../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../../testing/elements.ts'
import { origin } from '../../../../testing/globals.ts'
import { type TestPage, withTestPage } from '../../../../testing/page.tsx'
import { MembersPage } from './MembersPage.tsx'

const { members: texts } = strings
const at = { createdAt: '2030-01-31T09:00:00Z', updatedAt: '2030-01-31T09:00:00Z' }
const member = (email: string, role: string) => ({ id: email, userId: email, email, role, ...at })
const owner = 'owner@example.com'
const editor = 'editor@example.com'

async function openAs(role: 'admin' | 'owner', { api, open }: TestPage) {
  const data = [member(owner, 'owner'), member(editor, 'editor')]
  api.answer(`GET ${origin}/v1/orgs/acme/members?limit=100`, jsonResponse({ data }))
  await open(<MembersPage />, { role })
  await screen.findByText(owner)
}
const actionsOn = (email: string) => screen.queryByRole('button', { name: strings.actionsOn(email) })

test(
  'an admin sees no action that would change an owner or create one',
  withTestPage(async (page) => {
    await openAs('admin', page)
    assertAbsent(actionsOn(owner))
    assertPresent(actionsOn(editor))
    await page.user.click(screen.getByRole('button', { name: texts.add }))
    assertPresent(await screen.findByRole('radio', { name: strings.roles.admin.name }))
    assertAbsent(screen.queryByRole('radio', { name: strings.roles.owner.name }))
  }),
)

test(
  'an owner sees both actions',
  withTestPage(async (page) => {
    await openAs('owner', page)
    assertPresent(actionsOn(owner))
    await page.user.click(screen.getByRole('button', { name: texts.add }))
    assertPresent(await screen.findByRole('radio', { name: strings.roles.owner.name }))
  }),
)
