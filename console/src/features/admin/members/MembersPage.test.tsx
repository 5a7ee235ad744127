import '../../../../testing/globals.ts'

import assert from 'node:assert/strict'
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

const invitation = (email: string, role: string, more: object = {}) => ({
  ...{ id: email, email, role, invitedBy: owner, delivery: 'link', createdAt: at.createdAt },
  ...{ expiresAt: '2030-02-07T09:00:00Z', ...more },
})

async function openAs(role: 'admin' | 'owner', { api, open }: TestPage, invitations: object[] = []) {
  const data = [member(owner, 'owner'), member(editor, 'editor')]
  api.answer(`GET ${origin}/v1/orgs/acme/members?limit=100`, jsonResponse({ data }))
  api.answer(`GET ${origin}/v1/orgs/acme/invitations?limit=100`, jsonResponse({ data: invitations }))
  api.answer(`GET ${origin}/v1/orgs/acme/agents?limit=200`, jsonResponse({ data: [{ id: 'boats', name: 'Boats' }] }))
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

const robin = 'robin@example.com'
const invited = [invitation('chief@example.com', 'owner'), invitation(robin, 'frontDesk', { agentIds: ['boats'] })]

test(
  'an admin sees no action on the invitation of an owner, and the agents of the others by name',
  withTestPage(async (page) => {
    await openAs('admin', page, invited)
    await screen.findByText(robin)
    assertAbsent(actionsOn('chief@example.com'))
    assertPresent(actionsOn(robin))
    assertPresent(await screen.findByText('Boats'))
  }),
)

test(
  'only roles below admin can be limited to agents, and a limit is sent as ids',
  withTestPage(async (page) => {
    const made = `POST ${origin}/v1/orgs/acme/invitations`
    page.api.answer(
      made,
      jsonResponse(invitation(robin, 'frontDesk', { link: 'https://parley.example/invitation#inv_1' })),
    )
    await openAs('owner', page)
    const { user } = page
    await user.click(screen.getByRole('button', { name: strings.invitations.invite }))
    await user.type(await screen.findByLabelText(texts.email, { exact: false }), robin)
    await user.click(screen.getByRole('radio', { name: strings.roles.admin.name }))
    assertAbsent(screen.queryByRole('checkbox', { name: texts.limit }))
    await user.click(screen.getByRole('radio', { name: strings.roles.frontDesk.name }))
    await user.click(screen.getByRole('checkbox', { name: texts.limit }))
    await user.click(screen.getByRole('combobox', { name: texts.agents }))
    await user.click(await screen.findByRole('option', { name: 'Boats', hidden: true }))
    await user.click(screen.getByRole('button', { name: strings.invitations.send }))
    assertPresent(await screen.findByDisplayValue(/#inv_1$/))
    assert.deepEqual(
      page.api.sent(made).map(({ body }) => body),
      [{ email: robin, role: 'frontDesk', agentIds: ['boats'] }],
    )
  }),
)
