import '../../../../testing/globals.ts'

import { test } from 'node:test'
import { screen } from '@testing-library/react'
import { words } from '#words/admin.ts'
import { json } from '../../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../../testing/elements.ts'
import { origin } from '../../../../testing/globals.ts'
import { onPage, type Page } from '../../../../testing/page.tsx'
import { MembersPage } from './MembersPage.tsx'

const { members: said } = words
const at = { createdAt: '2030-01-31T09:00:00Z', updatedAt: '2030-01-31T09:00:00Z' }
const member = (email: string, role: string) => ({ id: email, userId: email, email, role, ...at })
const owner = 'owner@example.com'
const editor = 'editor@example.com'

async function openAs(role: 'admin' | 'owner', { api, open }: Page) {
  const data = [member(owner, 'owner'), member(editor, 'editor')]
  api.answer(`GET ${origin}/v1/orgs/acme/members?limit=100`, json({ data }))
  await open(<MembersPage />, { role })
  await screen.findByText(owner)
}
const actionsOn = (email: string) => screen.queryByRole('button', { name: words.actionsOn(email) })

test(
  'an admin is offered nothing that would change an owner or make one',
  onPage(async (page) => {
    await openAs('admin', page)
    assertAbsent(actionsOn(owner))
    assertPresent(actionsOn(editor))
    await page.user.click(screen.getByRole('button', { name: said.add }))
    assertPresent(await screen.findByRole('radio', { name: words.roles.admin.name }))
    assertAbsent(screen.queryByRole('radio', { name: words.roles.owner.name }))
  }),
)

test(
  'an owner is offered both',
  onPage(async (page) => {
    await openAs('owner', page)
    assertPresent(actionsOn(owner))
    await page.user.click(screen.getByRole('button', { name: said.add }))
    assertPresent(await screen.findByRole('radio', { name: words.roles.owner.name }))
  }),
)
